// unreach-call: true
extern void reach_error(void);

int main(void) {
  unsigned char c = 255;
  if (c << 8 != 65280) reach_error();
  if (sizeof(c << 1LL) != sizeof(int)) reach_error();
  if (1 << 3LL != 8) reach_error();
  unsigned long long x = 1u << 31 << 1;
  if (x != 0) reach_error();
  return 0;
}
