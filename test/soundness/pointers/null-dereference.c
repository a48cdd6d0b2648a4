// unreach-call: open
extern void reach_error(void);

int main(void) {
  int *p = 0;
  if (*p == 0) reach_error();
  return 0;
}
