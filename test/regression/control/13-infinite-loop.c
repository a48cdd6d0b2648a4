// TRUE [precision]
extern void reach_error(void);

int main(void) {
  unsigned x = 0;
  while (1) {
    x += 2;
    if (x & 1) reach_error();
  }
}
