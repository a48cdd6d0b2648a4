// FALSE [precision]
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);

int x;
int main(void) {
  int *p = (int *)__VERIFIER_nondet_pointer();
  if (p == &x) reach_error();
  return 0;
}
