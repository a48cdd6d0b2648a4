// unreach-call: true
extern void reach_error(void);

int main(void) {
  if (0x1p-1 != 0.5 || 0x.8p1f != 1 || 0x1.fffffep127f < 3e38f) reach_error();
  return 0;
}
