// unreach-call: true; undecided
extern void reach_error(void);

int main(void) {
  struct { unsigned long long a : 40; } s = {0xff00000000ull};
  /* In gcc the type has 40 bits: what is shifted out is lost. */
  if (s.a << 8 != 0) reach_error();
  return 0;
}
