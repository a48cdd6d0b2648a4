// unreach-call: false; inputs: 3
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum E { A, B, C };
int main(void) {
  enum E e = __VERIFIER_nondet_int();
  switch (e) {
    case A: case B: case C: return 0;
  }
  reach_error();
}
