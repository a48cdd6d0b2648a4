// TRUE [precision]
extern void reach_error(void);

int sum(int n, ...) {
  __builtin_va_list ap;
  __builtin_va_start(ap, n);
  int s = 0;
  while (n-- > 0) s += __builtin_va_arg(ap, int);
  __builtin_va_end(ap);
  return s;
}
int main(void) {
  if (sum(2, 3, 4) != 7) reach_error();
  return 0;
}
