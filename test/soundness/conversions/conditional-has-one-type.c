// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  /* The type is unsigned, whichever operand is taken. */
  if ((x ? -1 : 0u) < 0) reach_error();
  if ((1 ? -1 : 0u) < 0) reach_error();
  if (sizeof(x ? (char)1 : (short)1) != sizeof(int)) reach_error();
  return 0;
}
