// unreach-call: true
extern void reach_error(void);

int main(void) {
  int a[2] = {1, 2};
  void *p = a;
  p += sizeof(int);
  if (*(int *)p != 2) reach_error();
  if (sizeof(void) != 1) reach_error();
  return 0;
}
