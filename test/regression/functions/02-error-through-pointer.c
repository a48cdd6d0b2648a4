// FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  void (*f)(void) = reach_error;
  if (__VERIFIER_nondet_int() == 17) f();
  return 0;
}
