// unreach-call: true
extern void reach_error(void);

union U { long long l; int i[2]; };
static int second(union U u) { u.i[0] = 0; return u.i[1]; }
int main(void) {
  union U u = {0x500000007ll};
  if (second(u) != 5 || u.i[0] != 7) reach_error();
  return 0;
}
