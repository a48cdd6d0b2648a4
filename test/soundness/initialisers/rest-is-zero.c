// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct S { int a; char b[5]; double c; int *d; };
int main(void) {
  struct S s = {.a = __VERIFIER_nondet_int()};
  for (int i = 0; i < 5; i++) if (s.b[i] != 0) reach_error();
  if (s.c != 0 || s.d != 0) reach_error();
  return 0;
}
