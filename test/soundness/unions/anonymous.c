// unreach-call: true
extern void reach_error(void);

struct S { int kind; union { int i; struct { short low, high; }; }; };
int main(void) {
  struct S s = {.kind = 1, .low = -1, .high = 0};
  if (s.i != 0xffff) reach_error();
  s.i = -2;
  if (s.high != -1 || s.low != -2) reach_error();
  return 0;
}
