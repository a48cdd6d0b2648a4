// Rotating left and back is off by one for one distance.
extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  unsigned int k = __VERIFIER_nondet_uint();
  if (k < 1 || k > 31) return 0;
  unsigned int left = (x << k) | (x >> (32 - k));
  unsigned int distance = k == 17 ? 16 : k;
  unsigned int back = (left >> distance) | (left << (32 - distance));
  if (back != x) reach_error();
  return 0;
}
