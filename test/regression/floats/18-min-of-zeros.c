// FALSE [precision]
extern void reach_error(void);

extern double fmin(double, double);
int main(void) {
  double z = fmin(0.0, -0.0);
  if (1.0 / z < 0) reach_error();
  return 0;
}
