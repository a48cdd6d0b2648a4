// unreach-call: false; no gcc: a function of the competition
void reach_error(void);
extern void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__);
int main(void) {
  int before = 1, x = 2, after = 3;
  __VERIFIER_nondet_memory(&x, sizeof(x));
  if (before == 1 && x == -3 && after == 3) reach_error();
  return 0;
}
