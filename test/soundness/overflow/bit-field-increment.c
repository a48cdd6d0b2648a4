// no-overflow: true, unreach-call: true
extern void reach_error(void);

int main(void) {
  struct { int x : 4; unsigned y : 3; } s = {7, 7};
  s.x++;
  s.y++;
  if (s.x != -8 || s.y != 0) reach_error();
  return 0;
}
