// UNKNOWN [soundness]
extern void reach_error(void);

long long next(int n, ...) {
  __builtin_va_list ap;
  __builtin_va_start(ap, n);
  long long x = __builtin_va_arg(ap, long long);
  __builtin_va_end(ap);
  return x;
}
int main(void) {
  if (next(1, 5) != 5) reach_error();
  return 0;
}
