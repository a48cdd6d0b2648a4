// no-overflow: false; inputs: 2147483647
extern int __VERIFIER_nondet_int(void);

struct pair { int first, second; };
static struct pair f(int x) { struct pair p = {x, x + 1}; return p; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  f(x).first;
  return 0;
}
