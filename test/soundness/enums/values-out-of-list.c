// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum E { A, B, C };
int main(void) {
  enum E e = __VERIFIER_nondet_int() & 7;
  switch (e) {
    case A: case B: case C: return 0;
  }
  if ((int)e < 3) reach_error();
  return 0;
}
