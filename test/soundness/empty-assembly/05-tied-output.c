// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y;
  __asm__("" : "=r"(y) : "0"(x));
  if (y != x) reach_error();
  return 0;
}
