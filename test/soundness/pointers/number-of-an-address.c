// LP64 unreach-call: open; no gcc: any object may lie there
extern void reach_error(void);
int object;
int main(void) {
  int *p = (int *)0x55a8a2e6b008;
  if (p == &object) reach_error();
  return 0;
}
