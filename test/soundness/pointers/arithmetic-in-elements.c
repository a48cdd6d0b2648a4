// unreach-call: true
extern void reach_error(void);

int main(void) {
  int a[4] = {1, 2, 3, 4}, *p = a + 1;
  if (p[-1] != 1 || 2[p] != 4 || *(p + 1) != 3) reach_error();
  if ((char *)(p + 1) - (char *)p != sizeof(int)) reach_error();
  if (&a[4] - p != 3) reach_error();
  return 0;
}
