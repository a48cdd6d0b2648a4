// unreach-call: true
extern void reach_error(void);

union U { struct { short a, b; } s; char c; };
int main(void) {
  union U u = {{0x1234, 0x5678}};
  u.c = 0;
  if (u.s.a != 0x1200 || u.s.b != 0x5678) reach_error();
  return 0;
}
