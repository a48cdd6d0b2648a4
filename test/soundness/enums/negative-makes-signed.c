// unreach-call: true
extern void reach_error(void);

enum S { MINUS = -1, ONE = 1 };
enum U { ZERO, TWO = 2 };
int main(void) {
  enum S s = MINUS;
  enum U u = ZERO;
  if (s > 0) reach_error();
  if (u - 1 < 0) reach_error();
  if (ZERO - 1 > 0) reach_error();
  return 0;
}
