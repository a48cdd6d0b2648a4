// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  signed char c = x;
  short s = x;
  if ((c & 0xff) != (x & 0xff)) reach_error();
  if (c >= 0 && c != (x & 0x7f)) reach_error();
  if (s < -32768 || s > 32767) reach_error();
  return 0;
}
