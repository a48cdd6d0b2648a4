// Recursive and iterative Fibonacci numbers agree.
extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);

int recursive(int n) {
  if (n < 2) return n;
  return recursive(n - 1) + recursive(n - 2);
}

int iterative(int n) {
  int a = 0;
  int b = 1;
  for (int i = 0; i < n; i++) {
    int next = a + b;
    a = b;
    b = next;
  }
  return a;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 6) return 0;
  if (recursive(n) != iterative(n)) reach_error();
  return 0;
}
