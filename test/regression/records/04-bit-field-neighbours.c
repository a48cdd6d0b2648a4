// TRUE
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

struct s { unsigned a : 5, b : 6, c : 5; };
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  struct s s = {31, 0, 31};
  s.b = x;
  if (s.a != 31 || s.c != 31 || s.b != (x & 63)) reach_error();
  return 0;
}
