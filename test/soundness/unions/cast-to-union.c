// unreach-call: true
extern void reach_error(void);

union U { int i; double d; };
int main(void) {
  union U u = (union U)3.0;
  if (u.d != 3.0) reach_error();
  u = (union U)7;
  if (u.i != 7) reach_error();
  return 0;
}
