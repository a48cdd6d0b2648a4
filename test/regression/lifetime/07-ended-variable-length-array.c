// UNKNOWN [soundness]
extern void reach_error(void);

int main(void) {
  int n = 3;
  int *p;
  {
    int a[n];
    a[0] = 1;
    p = a;
  }
  if (*p != 1) reach_error();
  return 0;
}
