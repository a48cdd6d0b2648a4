// Negation is safe once the smallest number is excluded.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < -2147483647) return 0;
  int absolute = x < 0 ? -x : x;
  return absolute == 0;
}
