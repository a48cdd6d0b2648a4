// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

void swap(int **a, int **b) {
  int *t = *a;
  *a = *b;
  *b = t;
}
int main(void) {
  int x = 1, y = 2;
  int *p = &x, *q = &y;
  if (__VERIFIER_nondet_int()) swap(&p, &q);
  if (*p + *q != 3) reach_error();
  *p = 10;
  if (x != 10 && y != 10) reach_error();
  return 0;
}
