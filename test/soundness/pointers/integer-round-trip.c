// unreach-call: true
extern void reach_error(void);

int main(void) {
  int x = 3;
  __UINTPTR_TYPE__ n = (__UINTPTR_TYPE__)&x;
  if (*(int *)n != 3) reach_error();
  n ^= 0x55;
  n ^= 0x55;
  *(int *)n = 4;
  if (x != 4) reach_error();
  return 0;
}
