// unreach-call: true
extern void reach_error(void);

struct P { int x, y; };
int main(void) {
  struct P p = {0, 0};
  int steps = 0;
  while (p = (struct P){p.x + 1, p.x}, p.x < 4) steps++;
  if (steps != 3 || p.y != 3) reach_error();
  return 0;
}
