// unreach-call: true
extern void reach_error(void);

union U { float f; unsigned u; };
int main(void) {
  union U u = {1.0f};
  if (u.u != 0x3f800000) reach_error();
  u.u |= 0x80000000u;
  if (u.f != -1.0f) reach_error();
  u.u = 0x7fc00000;
  if (u.f == u.f) reach_error();
  return 0;
}
