// unreach-call: true, no-overflow: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 && x >> 31 != -1) reach_error();
  if (x < 0 && (unsigned)x >> 31 != 1) reach_error();
  if (-1 >> 1 != -1) reach_error();
  return 0;
}
