// unreach-call: true; no gcc: its sanitizer knows the bounds of members, Agon those of objects
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct S { int a[2]; int b; };
int main(void) {
  struct S s = {{1, 2}, 3};
  int i = __VERIFIER_nondet_int();
  if (i != 2) return 0;
  if (s.a[i] != 3) reach_error();
  return 0;
}
