// TRUE
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  if (a + b > 510) reach_error();
  if ((unsigned char)(a + b) != (a + b) % 256) reach_error();
  if (~a >= 0) reach_error();
  return 0;
}
