// TRUE
extern void reach_error(void);

struct s { unsigned a : 2; signed b : 2; };
int main(void) {
  struct s s;
  int r = s.a = 7;
  if (r != 3) reach_error();
  r = (s.b = 3);
  if (r != -1) reach_error();
  return 0;
}
