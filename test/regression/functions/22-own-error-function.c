// FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
void reach_error(void) { __assert_fail("0", "x.c", 3, "reach_error"); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x * x == 49) reach_error();
  return 0;
}
