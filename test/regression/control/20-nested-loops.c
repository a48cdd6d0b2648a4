// TRUE
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  int n = __VERIFIER_nondet_uint() & 3, c = 0;
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      if (j == 2) break;
      c++;
    }
  if (n == 3 && c != 3) reach_error();
  return 0;
}
