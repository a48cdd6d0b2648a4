// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  _Bool b = x;
  if (b != (x != 0)) reach_error();
  b = 256;
  if (b != 1) reach_error();
  b = 0.3;
  if (!b) reach_error();
  b = &x;
  if (!b) reach_error();
  b--;
  if (b) reach_error();
  b--;
  if (!b) reach_error();
  return 0;
}
