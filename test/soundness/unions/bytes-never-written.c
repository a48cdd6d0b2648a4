// unreach-call: false; no gcc: indeterminate values are arbitrary
extern void reach_error(void);

union U { char c[4]; int i; };
int main(void) {
  union U u;
  u.c[0] = 1;
  if (u.i != 1) reach_error();
  return 0;
}
