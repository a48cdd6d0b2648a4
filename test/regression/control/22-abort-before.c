// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (!(x == 3)) abort();
  if (x != 3) reach_error();
  return 0;
}
