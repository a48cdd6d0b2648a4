// no-overflow: false; inputs: 2147483647
extern int __VERIFIER_nondet_int(void);
extern void free(void *);
static void *none[2];

int main(void) {
  int x = __VERIFIER_nondet_int();
  free(none[(x + 1) & 1]);
  return 0;
}
