// unreach-call: true, no-overflow: true
extern void reach_error(void);

int main(void) {
  int x = 1;
  unsigned n = sizeof(x++) + sizeof(x / 0);
  if (x == 2) reach_error();
  return n == 0;
}
