// no-overflow: false; inputs: 2147483647
extern int __VERIFIER_nondet_int(void);

struct S { int a, b; };
static struct S table[2];
static struct S get(int x) { return table[(x + 1) & 1]; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  struct S s = get(x);
  return s.a;
}
