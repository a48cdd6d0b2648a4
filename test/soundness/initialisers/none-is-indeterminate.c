// unreach-call: false; no gcc: indeterminate values are arbitrary
extern void reach_error(void);

int main(void) {
  int a[2];
  if (a[1] != 0) reach_error();
  return 0;
}
