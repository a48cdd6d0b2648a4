// unreach-call: true
extern void reach_error(void);

static void redirect(int **p, int *to) { *p = to; }
int main(void) {
  int a = 1, b = 2, *p = &a, **pp = &p;
  redirect(pp, &b);
  **pp = 5;
  if (a != 1 || b != 5 || *p != 5) reach_error();
  return 0;
}
