// TRUE
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  switch (c) {
    case 256: reach_error();
    case -1: reach_error();
    case 255: return 0;
  }
  if (c == 255) reach_error();
  return 0;
}
