// unreach-call: open, no-overflow: open
extern int __VERIFIER_nondet_int(void);
void reach_error(void);

int a[4];

int main(void) {
  int n = __VERIFIER_nondet_int();
  a[n] = 1;
  if (0) reach_error();
  return 0;
}
