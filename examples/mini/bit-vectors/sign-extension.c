// Sign extension of a byte by arithmetic.
extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int byte = __VERIFIER_nondet_uint() & 0xffu;
  int extended = (int)(byte ^ 0x80u) - 0x80;
  int expected = byte < 128u ? (int)byte : (int)byte - 256;
  if (extended != expected) reach_error();
  return 0;
}
