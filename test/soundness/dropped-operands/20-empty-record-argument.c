// no-overflow: false; inputs: 2147483647
extern int __VERIFIER_nondet_int(void);

struct empty {};
static void f(struct empty e) {}

int main(void) {
  int x = __VERIFIER_nondet_int();
  struct empty table[3];
  f(table[x + 1]);
  return 0;
}
