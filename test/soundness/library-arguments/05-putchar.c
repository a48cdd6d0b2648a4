// unreach-call: true, no-overflow: false; inputs: -2147483648
extern int __VERIFIER_nondet_int(void);
extern int putchar(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  putchar(-x & 127);
  return 0;
}
