// ILP32 unreach-call: true
// LP64 unreach-call: false
// inputs: 4294967296
extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);

int main(void) {
  long x = __VERIFIER_nondet_long();
  if ((int)x == 0 && x != 0) reach_error();
  return 0;
}
