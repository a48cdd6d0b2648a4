// TRUE
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  unsigned long a = __VERIFIER_nondet_ulong();
  unsigned __int128 x = (unsigned __int128)a << 64 | 5;
  if ((unsigned long)(x >> 64) != a || (unsigned long)x != 5) reach_error();
  return 0;
}
