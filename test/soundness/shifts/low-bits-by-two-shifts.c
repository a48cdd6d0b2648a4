// unreach-call: false; inputs: 128
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int low = (int)((unsigned)x << 24) >> 24;
  if (low != (x & 255)) reach_error();
  return 0;
}
