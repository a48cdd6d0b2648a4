// TRUE
extern void reach_error(void);

union u { int *p; unsigned long n; };
int main(void) {
  int x = 1;
  union u u, v;
  u.p = &x;
  v.n = u.n;
  *v.p = 5;
  if (x != 5) reach_error();
  return 0;
}
