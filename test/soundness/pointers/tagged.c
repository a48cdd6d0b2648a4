// unreach-call: true; undecided
extern void reach_error(void);

int main(void) {
  static int x = 7;
  __UINTPTR_TYPE__ tagged = (__UINTPTR_TYPE__)&x | 1;
  if (!(tagged & 1)) reach_error();
  if (*(int *)(tagged & ~(__UINTPTR_TYPE__)1) != 7) reach_error();
  return 0;
}
