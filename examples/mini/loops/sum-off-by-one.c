// The loop stops before the last number.
extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 12) return 0;
  int sum = 0;
  for (int i = 1; i < n; i++) sum += i;
  if (2 * sum != n * (n + 1)) reach_error();
  return 0;
}
