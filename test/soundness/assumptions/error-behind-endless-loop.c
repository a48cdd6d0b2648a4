// unreach-call: true
extern void reach_error(void);

int main(void) {
  unsigned n = 1;
  while (n) n += 2;
  reach_error();
}
