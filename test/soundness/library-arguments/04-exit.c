// unreach-call: true, no-overflow: false; inputs: 2147483647
extern int __VERIFIER_nondet_int(void);
extern void exit(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  exit(x + 1);
}
