// no-overflow: true
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  int x = 1, y = n;
  if (n > 30) return 0;
  return ((x << n) > 0) + ((y << 26) > 0);
}
