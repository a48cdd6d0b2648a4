// TRUE
extern void reach_error(void);
extern void *memset(void *, int, unsigned long);

struct s { int a; short b; char c[3]; };
int main(void) {
  struct s s;
  memset(&s, 0x5a, sizeof s);
  if (s.a != 0x5a5a5a5a || s.b != 0x5a5a || s.c[2] != 0x5a) reach_error();
  memset(&s.b, 0, sizeof s.b);
  if (s.b != 0 || s.c[0] != 0x5a) reach_error();
  return 0;
}
