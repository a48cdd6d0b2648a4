// TRUE
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  int a[8];
  for (int i = 0; i < 8; i++) a[i] = i * i;
  unsigned i = __VERIFIER_nondet_uint() & 7;
  a[i] = 100;
  unsigned j = __VERIFIER_nondet_uint() & 7;
  if (i != j && a[j] != (int)(j * j)) reach_error();
  if (i == j && a[j] != 100) reach_error();
  return 0;
}
