// UNKNOWN [soundness]
extern void reach_error(void);

int last;
int first(void) { last = 1; return 0; }
int second(void) { last = 2; return 0; }
int main(void) {
  int sum = first() + second();
  if (last != 2) reach_error();
  return sum;
}
