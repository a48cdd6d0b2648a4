// TRUE
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  if ((c << 8 >> 8) != c) reach_error();
  unsigned char d = c << 4;
  if ((d & 15) != 0) reach_error();
  return 0;
}
