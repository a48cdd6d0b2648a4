// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

union U { int i; unsigned char b[4]; };
int main(void) {
  union U u;
  u.i = __VERIFIER_nondet_int();
  int again = u.b[0] | u.b[1] << 8 | u.b[2] << 16 | (int)((unsigned)u.b[3] << 24);
  if (again != u.i) reach_error();
  u.b[3] ^= 0x80;
  if ((again < 0) == (u.i < 0)) reach_error();
  return 0;
}
