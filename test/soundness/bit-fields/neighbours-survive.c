// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  struct { unsigned a : 7; int b : 9; unsigned c : 3; signed char d; } s = {100, -200, 5, -1};
  int x = __VERIFIER_nondet_int();
  s.b = x;
  if (s.a != 100 || s.c != 5 || s.d != -1) reach_error();
  s.a = s.c = x;
  if (s.a != (x & 7) || s.d != -1) reach_error();
  return 0;
}
