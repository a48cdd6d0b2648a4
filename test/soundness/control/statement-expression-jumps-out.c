// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), n = 0;
  for (int i = 0; i < 4; i++) {
    n += ({ if (x == i) goto out; i; });
  }
  if (x >= 0 && x < 4) reach_error();
  return 0;
out:
  if (x == 3 && n != 3) reach_error();
  return 0;
}
