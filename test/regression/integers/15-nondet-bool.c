// TRUE
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  _Bool b = __VERIFIER_nondet_bool();
  if (b != 0 && b != 1) reach_error();
  return 0;
}
