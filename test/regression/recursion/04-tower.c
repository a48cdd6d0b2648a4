// TRUE [precision]
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int moves;
int tower(int n) { return n == 1 ? 1 : 2 * tower(n - 1) + 1; }
void move(int n, int from, int to, int over) {
  if (n > 1) move(n - 1, from, over, to);
  moves++;
  if (n > 1) move(n - 1, over, to, from);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 6) return 0;
  move(n, 1, 2, 3);
  if (moves != tower(n)) reach_error();
  return 0;
}
