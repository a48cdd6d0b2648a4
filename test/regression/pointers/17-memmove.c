// TRUE
extern void reach_error(void);
extern void *memmove(void *, const void *, unsigned long);

int main(void) {
  char a[6] = {1, 2, 3, 4, 5, 6};
  memmove(a + 1, a, 5);
  if (a[0] != 1 || a[1] != 1 || a[5] != 5) reach_error();
  memmove(a, a + 1, 5);
  if (a[0] != 1 || a[4] != 5 || a[5] != 5) reach_error();
  return 0;
}
