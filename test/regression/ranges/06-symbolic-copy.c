// TRUE
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void *memcpy(void *, const void *, unsigned long);

int main(void) {
  char src[4] = {1, 2, 3, 4}, dst[8] = {0};
  unsigned at = __VERIFIER_nondet_uint() % 5;
  memcpy(dst + at, src, 4);
  int sum = 0;
  for (int i = 0; i < 8; i++) sum += dst[i];
  if (sum != 10 || dst[at] != 1 || dst[at + 3] != 4) reach_error();
  return 0;
}
