// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 && x < sizeof(int)) reach_error();
  if (sizeof(char) - 2 < 0) reach_error();
  return 0;
}
