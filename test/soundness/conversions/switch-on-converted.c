// unreach-call: true
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  switch (c + 0x100) {
    case 0: reach_error();
    case 0x100: if (c != 0) reach_error(); break;
    default: if (c == 0) reach_error();
  }
  switch ((signed char)c) {
    case -1: if (c != 255) reach_error();
  }
  return 0;
}
