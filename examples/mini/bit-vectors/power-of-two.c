// The usual test takes zero for a power of two.
extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  int is_power = (x & (x - 1)) == 0;
  int found = 0;
  for (int i = 0; i < 32; i++) {
    if (x == 1u << i) found = 1;
  }
  if (is_power != found) reach_error();
  return 0;
}
