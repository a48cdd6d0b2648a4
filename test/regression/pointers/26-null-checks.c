// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int g;
int main(void) {
  int *p = 0;
  if (__VERIFIER_nondet_int()) p = &g;
  if (p && p == (void *)0) reach_error();
  if (!p) return 0;
  *p = 1;
  if (g != 1) reach_error();
  return 0;
}
