// Two ways of counting the bits of a byte agree.
extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint() & 0xffu;
  unsigned int one_by_one = 0;
  for (int i = 0; i < 8; i++) one_by_one += (x >> i) & 1u;
  unsigned int clearing = 0;
  unsigned int rest = x;
  while (rest != 0) {
    rest &= rest - 1;
    clearing++;
  }
  if (one_by_one != clearing) reach_error();
  return 0;
}
