// UNKNOWN [soundness]
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);

int main(void) {
  int *p = (int *)__VERIFIER_nondet_pointer();
  if (*p == 3) reach_error();
  return 0;
}
