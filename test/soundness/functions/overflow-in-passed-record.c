// no-overflow: false; inputs: 2147483647
extern int __VERIFIER_nondet_int(void);

struct S { int a, b; };
static struct S table[2];
static int get(struct S s) { return s.b; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  return get(table[(x + 1) & 1]);
}
