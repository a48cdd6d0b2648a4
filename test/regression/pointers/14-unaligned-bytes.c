// TRUE
extern void reach_error(void);
extern void *memcpy(void *, const void *, unsigned long);

int main(void) {
  unsigned char b[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  unsigned v;
  memcpy(&v, b + 3, 4);
  if (v != 0x07060504u) reach_error();
  return 0;
}
