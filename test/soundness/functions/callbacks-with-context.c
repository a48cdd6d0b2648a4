// unreach-call: true
extern void reach_error(void);

struct Context { int sum; };
static void visit(const int *a, int n, void (*f)(void *, int), void *context) {
  for (int i = 0; i < n; i++) f(context, a[i]);
}
static void add(void *context, int x) { ((struct Context *)context)->sum += x; }
int main(void) {
  int a[3] = {1, 2, 3};
  struct Context c = {0};
  visit(a, 3, add, &c);
  if (c.sum != 6) reach_error();
  return 0;
}
