// Unsigned arithmetic wraps around by definition: that is no overflow.
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  unsigned int y = x * 2654435761u + 12345u;
  return y == 0u;
}
