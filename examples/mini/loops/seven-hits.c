// Seven positive inputs out of ten open the door.
extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int hits = 0;
  for (int i = 0; i < 10; i++) {
    if (__VERIFIER_nondet_int() > 0) hits++;
  }
  if (hits == 7) reach_error();
  return 0;
}
