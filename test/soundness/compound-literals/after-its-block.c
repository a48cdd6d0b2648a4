// unreach-call: open
extern void reach_error(void);

int main(void) {
  int *p;
  { p = (int[]){1}; }
  if (*p != 1) reach_error();
  return 0;
}
