// unreach-call: true
extern void reach_error(void);

union U { int i; unsigned u; };
static void set(unsigned *p) { *p = 0xffffffffu; }
int main(void) {
  union U u;
  u.i = 0;
  set(&u.u);
  if (u.i != -1) reach_error();
  return 0;
}
