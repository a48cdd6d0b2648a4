// unreach-call: true
extern void reach_error(void);

int main(void) {
  unsigned char c = 0x81;
  c <<= 1;
  if (c != 2) reach_error();
  signed char s = -128;
  s >>= 7;
  if (s != -1) reach_error();
  unsigned short w = 0xffff;
  w <<= 12;
  if (w != 0xf000) reach_error();
  return 0;
}
