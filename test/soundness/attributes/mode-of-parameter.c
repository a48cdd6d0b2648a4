// unreach-call: true; undecided

// Where nobody looks at it: refused.
void reach_error(void);
static int size(int x __attribute__((mode(QI)))) { return sizeof(x); }
int main(void) {
  if (size(3) != 1) reach_error();
  return 0;
}
