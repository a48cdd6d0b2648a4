// TRUE
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  int n = __VERIFIER_nondet_uint() & 15, sum = 0, i;
  for (i = 0; i < 16; i++) {
    if (i == n) break;
    if (i & 1) continue;
    sum += i;
  }
  if (i != n || (n == 5 && sum != 6)) reach_error();
  do {
    if (n == 3) continue;
    n = 0;
  } while (n == 3 && n++ < 0);
  return 0;
}
