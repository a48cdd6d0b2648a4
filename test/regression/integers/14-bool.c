// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  _Bool b = __VERIFIER_nondet_int();
  if (b != 0 && b != 1) reach_error();
  _Bool c = 256, d = 0.5, e = (void *)&b;
  if (c + d + e != 3) reach_error();
  b = 3;
  b++;
  if (b != 1) reach_error();
  b--;
  if (b != 0) reach_error();
  b--;
  if (b != 1) reach_error();
  return 0;
}
