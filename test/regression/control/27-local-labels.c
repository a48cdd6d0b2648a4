// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int f(int x) {
  int r = 0;
  if (x) goto out;
  r = 1;
out:
  return r;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (f(x) == !!x) reach_error();
  return 0;
}
