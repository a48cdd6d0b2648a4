// no-overflow: true
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __typeof__(x + 1) y = sizeof(x * x);
  return y == _Alignof(int) + sizeof(x + x);
}
