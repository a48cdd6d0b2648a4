// TRUE
extern void reach_error(void);

int main(void) {
  signed char c = -1;
  unsigned u = c;
  unsigned long long w = (unsigned long long)c;
  unsigned short h = c;
  if (u != 0xffffffffu || w != 0xffffffffffffffffull || h != 65535) reach_error();
  unsigned char d = 0xff;
  if ((int)d != 255 || (signed char)d != -1) reach_error();
  return 0;
}
