// unreach-call: true, no-overflow: false; inputs: 2147483647
extern int __VERIFIER_nondet_int(void);
extern int usleep(unsigned);

int main(void) {
  int x = __VERIFIER_nondet_int();
  usleep((x + 1) & 1);
  return 0;
}
