// unreach-call: false; inputs: 5
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  __asm__("" : [out] "=r"(y) : "[out]"(x));
  if (y == 5) reach_error();
  return 0;
}
