// TRUE
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int add(int a, int b) { return a + b; }
int sub(int a, int b) { return a - b; }
int mul(int a, int b) { return a * b; }
int (*table[3])(int, int) = {add, sub, mul};
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 2) return 0;
  int r = table[i](7, 3);
  if (r != 10 && r != 4 && r != 21) reach_error();
  if (i == 1 && r != 4) reach_error();
  return 0;
}
