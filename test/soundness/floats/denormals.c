// unreach-call: true
extern void reach_error(void);

int main(void) {
  double least = 4.9406564584124654e-324;
  if (least / 2 != 0 || least == 0 || least * 2 <= least) reach_error();
  float f = 1e-45f;
  if (f == 0 || f / 2 != 0) reach_error();
  return 0;
}
