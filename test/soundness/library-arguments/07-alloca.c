// no-overflow: false; inputs: 65536 65536
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int rows = __VERIFIER_nondet_int(), columns = __VERIFIER_nondet_int();
  if (rows < 1 || columns < 1 || rows > 65536 || columns > 65536) return 0;
  char *p = __builtin_alloca((rows * columns & 15) + 1);
  p[0] = 1;
  return p[0] - 1;
}
