// UNKNOWN [soundness]
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

void g(void) {}
int main(void) {
  void (*f)(void) = __VERIFIER_nondet_int() ? g : 0;
  f();
  if (0) reach_error();
  return 0;
}
