// TRUE
// A function with a body is executed as written, whatever its name.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int __VERIFIER_nondet_int(void) { return 4; }
int main(void) {
  if (__VERIFIER_nondet_int() != 4) reach_error();
  return 0;
}
