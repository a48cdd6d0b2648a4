// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

void a(void) {}
void b(void) {}
int main(void) {
  void (*f)(void) = __VERIFIER_nondet_int() ? a : b;
  if (a == b || (f != a && f != b)) reach_error();
  return 0;
}
