// unreach-call: true
extern void reach_error(void);

union U { double d; unsigned h[2]; };
int main(void) {
  union U u;
  u.d = -0.0;
  if (u.h[0] != 0 || u.h[1] != 0x80000000u) reach_error();
  if (u.d != 0.0) reach_error();
  u.h[1] = 0x7ff00000;
  if (!(u.d > 1e308)) reach_error();
  return 0;
}
