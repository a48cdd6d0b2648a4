// TRUE
extern void reach_error(void);

int main(void) {
  if (sizeof 2147483648 != 8 || sizeof 0x80000000 != 4 || 0x80000000 < 0) reach_error();
  if ('\377' != -1 || sizeof 'a' != 4 || 010 != 8) reach_error();
  if (-2147483648 > 0 || (unsigned)-1 != 0xffffffff) reach_error();
  return 0;
}
