// TRUE
extern void reach_error(void);

struct s { char a; int b; };
int main(void) {
  struct s s;
  if ((char *)&s.a >= (char *)&s.b) reach_error();
  return 0;
}
