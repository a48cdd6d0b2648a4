// unreach-call: true, no-overflow: open
extern int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n != -1) return 0;
  if ((n << 0) != -1) reach_error();
  return (-1 << (0 & 7)) == 1;
}
