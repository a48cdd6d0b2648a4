// unreach-call: true; undecided
extern void reach_error(void);

int main(void) {
  struct { unsigned long long a : 33, b : 31; } s = {0, 0};
  s.a = ~0ull;
  s.b = ~0u;
  if (s.a != 0x1ffffffffull || s.b != 0x7fffffff) reach_error();
  if (s.a + 1 == 0 && sizeof(int) == 4) return 0;
  return 0;
}
