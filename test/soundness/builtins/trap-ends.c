// unreach-call: true, no-overflow: true; no gcc: the trap passes for one of the sanitizer
void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x != 3) __builtin_trap();
  if (x != 3) reach_error();
  return 0;
}
