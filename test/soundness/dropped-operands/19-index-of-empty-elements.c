// no-overflow: false; inputs: 2147483647
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  struct empty {} table[3];
  struct empty *p = &table[x + 1];
  (void)p;
  return 0;
}
