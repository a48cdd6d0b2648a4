// LP64 unreach-call: true
extern void reach_error(void);

int main(void) {
  unsigned __int128 x = (unsigned __int128)1 << 100;
  if ((unsigned long)(x >> 64) != 1ul << 36 || (unsigned long)x != 0) reach_error();
  __int128 y = -1;
  if (y >> 127 != -1 || (unsigned __int128)y / 3 * 3 != (unsigned __int128)y) return 0;
  return 0;
}
