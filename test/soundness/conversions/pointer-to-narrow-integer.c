// ILP32 unreach-call: true
// LP64 unreach-call: open
extern void reach_error(void);

int main(void) {
  int x = 0, *p = &x;
  if ((int *)(unsigned)p != p) reach_error();
  return x;
}
