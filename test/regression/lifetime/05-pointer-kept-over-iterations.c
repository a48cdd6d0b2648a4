// UNKNOWN [soundness]
extern void reach_error(void);

int main(void) {
  int *kept = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (kept && *kept == 7) reach_error();
    kept = &x;
  }
  return 0;
}
