// FALSE [precision]
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int seen = 0;
  int check(int x) { seen |= 1 << (x & 3); return seen == 15; }
  for (int i = 0; i < 4; i++) if (check(__VERIFIER_nondet_int())) reach_error();
  return 0;
}
