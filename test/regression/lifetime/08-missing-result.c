// UNKNOWN [soundness]
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int f(int c) {
  if (c) return 1;
}
int main(void) {
  int r = f(__VERIFIER_nondet_int());
  if (r != 1) reach_error();
  return 0;
}
