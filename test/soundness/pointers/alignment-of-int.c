// unreach-call: true; undecided
extern void reach_error(void);

int main(void) {
  int x = 0;
  if ((__UINTPTR_TYPE__)&x % sizeof(int) != 0) reach_error();
  return x;
}
