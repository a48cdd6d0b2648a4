// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int state;
int f(int c) {
  state++;
  if (c) return 1;
}
int main(void) {
  f(__VERIFIER_nondet_int());
  if (state != 1) reach_error();
  return 0;
}
