// FALSE ILP32
// The block cannot exist, but that must not make other paths impossible.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 5) {
    char *p = malloc(0xffffe800u);
    if ((unsigned)p == 3) return 1;
  }
  if (n == 3) reach_error();
  return 0;
}
