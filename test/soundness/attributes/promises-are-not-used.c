// unreach-call: false, no-overflow: true

// What the attributes promise does not hold: the function does what its body does.
void reach_error(void);
static int calls;
static int count(int *) __attribute__((pure, nothrow, leaf, warn_unused_result));
static int count(int *p) { return p ? *p : ++calls; }
int main(void) {
  int first = count(0);
  int second = count(0);
  if (first + second == 3) reach_error();
  return 0;
}
