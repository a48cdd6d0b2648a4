// unreach-call: true
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
unsigned char same(unsigned char x) { return x; }
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  _Bool b = same(x);
  if (b > 1 || b != (x != 0)) reach_error();
  return 0;
}
