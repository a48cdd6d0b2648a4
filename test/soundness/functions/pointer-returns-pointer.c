// unreach-call: true
extern void reach_error(void);

static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*pick(int which))(void) { return which ? two : one; }
int main(void) {
  int (*(*choose)(int))(void) = pick;
  if (choose(0)() != 1 || pick(5)() != 2) reach_error();
  return 0;
}
