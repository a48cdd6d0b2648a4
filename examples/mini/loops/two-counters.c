// Two counters that always move together stay equal.
extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i = 0;
  int j = 0;
  while (i < 1000000 && __VERIFIER_nondet_int()) {
    i++;
    j++;
  }
  if (i != j) reach_error();
  return 0;
}
