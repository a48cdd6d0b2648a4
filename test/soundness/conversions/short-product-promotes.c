// unreach-call: true, no-overflow: false; inputs: 65535
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned short s = __VERIFIER_nondet_ushort();
  /* Promoted to int: the product of 65535 with itself does not fit. */
  int product = s * s;
  return product & 0;
}
