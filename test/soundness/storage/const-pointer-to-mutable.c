// unreach-call: true
extern void reach_error(void);

int main(void) {
  int x = 5;
  const int *p = &x;
  x = 7;
  if (*p != 7) reach_error();
  *(int *)p = 8;
  if (x != 8) reach_error();
  return 0;
}
