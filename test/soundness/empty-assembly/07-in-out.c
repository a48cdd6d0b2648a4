// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = x;
  __asm__ volatile("" : "+r"(x) : : "memory");
  if (y != x) reach_error();
  return 0;
}
