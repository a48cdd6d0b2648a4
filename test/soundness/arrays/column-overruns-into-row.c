// unreach-call: true; no gcc: its sanitizer knows the bounds of rows, Agon those of objects
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int m[2][2] = {{1, 2}, {3, 4}};
  int i = __VERIFIER_nondet_int();
  if (i != 2) return 0;
  if (m[0][i] != 3) reach_error();
  return 0;
}
