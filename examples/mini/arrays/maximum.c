// No element is larger than the maximum.
extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[5];
  for (int i = 0; i < 5; i++) a[i] = __VERIFIER_nondet_int();
  int max = a[0];
  for (int i = 1; i < 5; i++) {
    if (a[i] > max) max = a[i];
  }
  for (int i = 0; i < 5; i++) {
    if (a[i] > max) reach_error();
  }
  return 0;
}
