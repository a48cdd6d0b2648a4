// unreach-call: true, no-overflow: true
extern void reach_error(void);

int main(void) {
  unsigned n = 3, steps = 0;
  for (unsigned i = n - 1; i < n; i--) steps++;
  if (steps != 3) reach_error();
  return 0;
}
