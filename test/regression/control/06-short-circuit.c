// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int calls;
int f(int v) {
  calls++;
  return v;
}
int main(void) {
  int a = __VERIFIER_nondet_int();
  int r = f(a) && f(0) || f(1);
  if (r != 1 || calls != (a ? 3 : 2)) reach_error();
  calls = 0;
  if (a > 0 || f(a))
    if (calls != (a <= 0)) reach_error();
  return 0;
}
