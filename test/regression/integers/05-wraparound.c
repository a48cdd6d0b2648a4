// TRUE
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x + 1 < x && x != 0xffffffffu) reach_error();
  if (x - 1 > x && x != 0) reach_error();
  if (x * 2 / 2 != x && x < 0x80000000u) reach_error();
  return 0;
}
