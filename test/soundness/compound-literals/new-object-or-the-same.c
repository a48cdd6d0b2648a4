// unreach-call: true
extern void reach_error(void);

int main(void) {
  int *last = 0;
  for (int i = 0; i < 3; i++) {
    int *p = (int[]){0};
    if (*p != 0) reach_error();
    *p = 9;
    last = p;
  }
  return last == 0;
}
