// unreach-call: true
extern void reach_error(void);

int main(void) {
  struct { unsigned a : 2; } s = {3};
  if (s.a++ != 3) reach_error();
  if (s.a != 0) reach_error();
  if (--s.a != 3) reach_error();
  if ((s.a += 2) != 1) reach_error();
  return 0;
}
