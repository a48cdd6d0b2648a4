// UNKNOWN [soundness]
extern void reach_error(void);

int main(void) {
  int *p;
  {
    int x = 3;
    p = &x;
  }
  if (*p != 3) reach_error();
  return 0;
}
