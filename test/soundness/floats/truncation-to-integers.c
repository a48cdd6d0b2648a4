// unreach-call: true
extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);

int main(void) {
  if ((int)-1.9 != -1 || (int)1.9f != 1 || (unsigned char)255.9 != 255) reach_error();
  int x = __VERIFIER_nondet_short();
  if ((int)(x / 2.0) != x / 2) reach_error();
  return 0;
}
