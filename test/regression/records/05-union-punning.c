// TRUE
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

union u { unsigned i; unsigned char b[4]; float f; short s[2]; };
int main(void) {
  union u u;
  u.i = __VERIFIER_nondet_uint();
  if ((u.b[0] | u.b[1] << 8 | u.b[2] << 16 | (unsigned)u.b[3] << 24) != u.i) reach_error();
  u.b[3] = 0;
  if (u.i > 0xffffff) reach_error();
  u.f = 1.0f;
  if (u.i != 0x3f800000 || u.s[1] != 0x3f80) reach_error();
  return 0;
}
