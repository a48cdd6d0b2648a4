// TRUE
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

struct s { unsigned a : 3; int b : 4; unsigned long c : 40; unsigned : 0; unsigned d : 1; };
int main(void) {
  struct s s = {0};
  s.a = __VERIFIER_nondet_uint();
  if (s.a > 7) reach_error();
  s.b = 15;
  if (s.b != -1) reach_error();
  s.c = ~0ul;
  if (s.c != 0xfffffffffful || s.d != 0) reach_error();
  s.a = 7;
  s.a++;
  if (s.a != 0 || s.b != -1) reach_error();
  return 0;
}
