// UNKNOWN [soundness]
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *s = "abc";
  if (__VERIFIER_nondet_int()) s[0] = 'x';
  if (0) reach_error();
  return 0;
}
