// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int s = __VERIFIER_nondet_int();
  if (n > 31) return 0;
  if ((1u << n) == 0) reach_error();
  if (s < 0 && (s >> n) >= 0) reach_error();
  if (((unsigned)s >> n) > 0xffffffffu >> n) reach_error();
  return 0;
}
