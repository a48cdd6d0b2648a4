// TRUE
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  int a[4] = {0};
  int *p = &a[__VERIFIER_nondet_uint() % 4];
  for (int i = 0; i < 4; i++) a[i] = i;
  int before = *p;
  *p += 10;
  if (*p != before + 10 || a[0] + a[1] + a[2] + a[3] != 16) reach_error();
  return 0;
}
