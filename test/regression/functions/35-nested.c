// TRUE [soundness]
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int total = 0, limit = __VERIFIER_nondet_int() & 3;
  void add(int x) { if (total < 8) total += x; }
  for (int i = 0; i < limit; i++) add(i);
  if (total > 3) reach_error();
  return 0;
}
