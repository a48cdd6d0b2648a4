// TRUE
extern void reach_error(void);

struct s { unsigned a : 31; unsigned b : 32; };
int main(void) {
  struct s s = {0, 0};
  if (s.a - 1 > 0) reach_error();
  if (s.b - 1 < 0) reach_error();
  return 0;
}
