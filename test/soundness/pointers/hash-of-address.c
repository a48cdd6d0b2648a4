// unreach-call: open
extern void reach_error(void);

int main(void) {
  int x = 0, table[8] = {0};
  table[((__UINTPTR_TYPE__)&x >> 4) & 7] = 1;
  if (table[3]) reach_error();
  return x;
}
