// unreach-call: open
extern void reach_error(void);

int main(void) {
  int a = 1, b = 2, *p[2] = {&a, &b};
  if (p[0] > p[1]) { int *t = p[0]; p[0] = p[1]; p[1] = t; }
  if (*p[0] != 1) reach_error();
  return 0;
}
