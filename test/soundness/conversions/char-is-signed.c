// unreach-call: true, no-overflow: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  char c = (char)__VERIFIER_nondet_int();
  if (c > 127 || c < -128) reach_error();
  c = (char)200;
  if (c != -56) reach_error();
  return 0;
}
