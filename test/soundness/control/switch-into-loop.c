// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), count = 0;
  if (n < 1 || n > 8) return 0;
  int rounds = (n + 3) / 4;
  switch (n & 3) {
    case 0: do { count++;
    case 3: count++;
    case 2: count++;
    case 1: count++;
    } while (--rounds);
  }
  if (count != n) reach_error();
  return 0;
}
