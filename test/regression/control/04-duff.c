// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), count = 0;
  if (n < 1 || n > 9) return 0;
  int rounds = (n + 3) / 4;
  switch (n % 4) {
    case 0: do { count++;
    case 3: count++;
    case 2: count++;
    case 1: count++;
    } while (--rounds > 0);
  }
  if (count != n) reach_error();
  return 0;
}
