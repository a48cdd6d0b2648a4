// no-overflow: true
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int s = sizeof(x + 1);
  int g = _Generic(x + 1, int: 1, default: 2);
  int k = __builtin_types_compatible_p(typeof(x + 1), int);
  return s + g + k;
  return 0;
}
