// unreach-call: false; inputs: 1 1 1 0
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
  int n = 0;
  while (__VERIFIER_nondet_bool()) n++;
  if (n == 3) reach_error();
  return 0;
}
