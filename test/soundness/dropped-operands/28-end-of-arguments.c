// unreach-call: false
extern void reach_error(void);

typedef __builtin_va_list va_list;
static int steps;
static va_list *next(va_list *list) {
  steps++;
  return list;
}
static int f(int n, ...) {
  va_list list;
  __builtin_va_start(list, n);
  __builtin_va_end(*next(&list));
  return steps;
}

int main(void) {
  if (f(1, 2) == 1) reach_error();
  return 0;
}
