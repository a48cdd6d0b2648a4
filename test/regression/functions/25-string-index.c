// TRUE
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  const char *s = "abcdef";
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 6) return 0;
  if (i < 6 && s[i] != (char)('a' + i)) reach_error();
  if (i == 6 && s[i] != 0) reach_error();
  return 0;
}
