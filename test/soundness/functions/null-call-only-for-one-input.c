// unreach-call: false; inputs: 0
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  void (*f)(void) = 0;
  if (__VERIFIER_nondet_int() == 7) f();
  reach_error();
}
