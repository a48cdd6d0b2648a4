// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i = 0, n = 0;
  if (__VERIFIER_nondet_int()) goto middle;
top:
  n++;
middle:
  i++;
  if (i < 4) goto top;
  if (n != 3 && n != 4) reach_error();
  return 0;
}
