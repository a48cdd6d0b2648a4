// UNKNOWN [soundness]
extern void reach_error(void);

int main(void) {
  int *p = 0;
  int i = 0;
  while (i < 2) {
    int x = 5;
    if (i == 1 && *p == 5) i = 7;
    p = &x;
    i++;
  }
  if (i != 2) reach_error();
  return 0;
}
