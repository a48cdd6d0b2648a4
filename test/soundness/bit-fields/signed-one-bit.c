// unreach-call: true
extern void reach_error(void);

int main(void) {
  struct { int flag : 1; } s = {0};
  s.flag = 1;
  if (s.flag == 1) reach_error();
  if (s.flag != -1) reach_error();
  return 0;
}
