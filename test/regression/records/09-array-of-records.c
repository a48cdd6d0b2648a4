// TRUE
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

struct s { char k; long v; };
int main(void) {
  struct s t[4];
  for (int i = 0; i < 4; i++) {
    t[i].k = i;
    t[i].v = 100 + i;
  }
  unsigned i = __VERIFIER_nondet_uint() & 3;
  struct s c = t[i];
  t[i].v = 0;
  if (c.v != 100 + c.k || (unsigned)c.k != i) reach_error();
  for (int j = 0; j < 4; j++)
    if ((t[j].v == 0) != (j == (int)i)) reach_error();
  return 0;
}
