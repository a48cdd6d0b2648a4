// unreach-call: true
extern void reach_error(void);

int main(void) {
  _Atomic int x = 3;
  x++;
  x += 2;
  x = x * 2;
  if (x != 12) reach_error();
  return 0;
}
