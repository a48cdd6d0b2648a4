// no-overflow: false; inputs: 2147483647
extern int __VERIFIER_nondet_int(void);

enum E { LOW = -1, HIGH = 2147483647 };
int main(void) {
  enum E e = __VERIFIER_nondet_int();
  e++;
  return e == LOW;
}
