// unreach-call: true
extern void reach_error(void);

enum E { SMALL, BIG = 0x100000000ll };
int main(void) {
  enum E e = BIG;
  if (sizeof(enum E) != 8 || e >> 32 != 1) reach_error();
  return 0;
}
