// TRUE
extern void reach_error(void);

int main(void) {
  double a = 0.1, b = 0.2;
  if (a + b == 0.3) reach_error();
  float f = 0.1f;
  if (f == 0.1) reach_error();
  if ((float)16777217 != 16777216.0f) reach_error();
  return 0;
}
