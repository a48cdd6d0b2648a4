// TRUE
extern void reach_error(void);

int main(void) {
  int a[3] = {1, 2, 3};
  unsigned long n = (unsigned long)&a[0];
  int *p = (int *)(n + 2 * sizeof(int));
  if (*p != 3) reach_error();
  return 0;
}
