// FALSE [precision]
// Each time the declaration is reached the contents are indeterminate again.
extern void reach_error(void);

int main(void) {
  int seen = 0;
  for (int i = 0; i < 2; i++) {
    int x;
    if (i == 1 && x != 5 && seen) reach_error();
    if (x == 5) seen = 1;
    x = 5;
  }
  return 0;
}
