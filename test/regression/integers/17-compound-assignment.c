// TRUE
extern void reach_error(void);

int main(void) {
  unsigned char c = 200;
  c += 100;
  if (c != 44) reach_error();
  short s = -1;
  s >>= 1;
  if (s != -1) reach_error();
  unsigned char d = 0x80;
  d <<= 1;
  if (d != 0) reach_error();
  int i = 5;
  i *= 2.5;
  if (i != 12) reach_error();
  i -= 3u;
  i /= 2;
  i %= 3;
  if (i != 1) reach_error();
  return 0;
}
