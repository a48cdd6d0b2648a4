// unreach-call: true; undecided

// An enumeration of one byte: not read there, so refused.
void reach_error(void);
enum __attribute__((mode(QI))) colour { RED, GREEN };
int main(void) {
  if (sizeof(enum colour) != 1) reach_error();
  return 0;
}
