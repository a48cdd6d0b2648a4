// ILP32 no-overflow: false
// LP64 no-overflow: true
// inputs: 65535
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned short x = __VERIFIER_nondet_ushort();
  long wide = x;
  wide = (wide + 1) * (wide + 1);
  return wide == 4;
}
