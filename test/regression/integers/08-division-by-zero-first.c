// UNKNOWN [soundness]
extern void reach_error(void);

int main(void) {
  int z = 0;
  int q = 1 / z;
  if (q == q) reach_error();
  return 0;
}
