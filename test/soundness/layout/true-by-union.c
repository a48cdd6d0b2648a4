// unreach-call: open
extern void reach_error(void);

union U { int *p; unsigned char b[sizeof(int *)]; };
int main(void) {
  int x = 0;
  union U u = {&x};
  if ((u.b[0] & 0x30) == 0x30) reach_error();
  return x;
}
