// unreach-call: true; undecided
extern void reach_error(void);

static int next(void) { static int n = 5; return n++; }
int main(void) {
  if (next() + next() * 10 < 0) reach_error();
  if (next() != 7) reach_error();
  return 0;
}
