// unreach-call: true
extern void reach_error(void);

static __thread int x = 3;
_Thread_local static int y;
int main(void) {
  x++;
  y--;
  if (x != 4 || y != -1) reach_error();
  return 0;
}
