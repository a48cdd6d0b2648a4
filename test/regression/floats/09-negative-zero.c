// TRUE
extern void reach_error(void);

int main(void) {
  double z = 0.0, n = -z;
  if (z != n || 1.0 / n >= 0) reach_error();
  return 0;
}
