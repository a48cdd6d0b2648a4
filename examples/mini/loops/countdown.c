// However large the start, the loop ends at zero.
extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  while (x > 0) x--;
  if (x != 0) reach_error();
  return 0;
}
