// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  long long wide = (long long)(unsigned)x;
  if (wide < 0) reach_error();
  if ((int)wide != x) reach_error();
  wide = (signed char)x;
  if (wide > 127 || wide < -128) reach_error();
  if ((unsigned long long)(signed char)-1 != 0xffffffffffffffffull) reach_error();
  return 0;
}
