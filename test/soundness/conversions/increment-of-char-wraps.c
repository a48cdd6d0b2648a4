// unreach-call: false, no-overflow: true; inputs: 127
extern signed char __VERIFIER_nondet_schar(void);
extern void reach_error(void);

int main(void) {
  signed char c = __VERIFIER_nondet_schar();
  if (c < 0) return 0;
  c++;
  if (c < 0) reach_error();
  return 0;
}
