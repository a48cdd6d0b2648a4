// Three exclusive ors swap two numbers.
extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int a = __VERIFIER_nondet_uint();
  unsigned int b = __VERIFIER_nondet_uint();
  unsigned int x = a;
  unsigned int y = b;
  x ^= y;
  y ^= x;
  x ^= y;
  if (x != b || y != a) reach_error();
  return 0;
}
