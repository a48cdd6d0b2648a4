// TRUE
extern void reach_error(void);

int main(void) {
  int count = 0;
again: {
  int x = count;
  int *p = &x;
  (*p)++;
  count = x;
}
  if (count < 3) goto again;
  if (count != 3) reach_error();
  return 0;
}
