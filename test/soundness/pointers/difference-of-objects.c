// unreach-call: open
extern void reach_error(void);

int main(void) {
  int a[2], b[2];
  if ((char *)b - (char *)a == 8) reach_error();
  return 0;
}
