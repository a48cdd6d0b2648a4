// unreach-call: true; no gcc: its sanitizer knows the bounds of members, Agon those of objects
extern void reach_error(void);

struct S { short a; short b; int c; int d; };

int main(void) {
  struct S s = {1, 2, 3, 4};
  int *c = (int *)((char *)&s.b + sizeof s.b);
  if (*c != 3) reach_error();
  *c = 7;
  int *d = (int *)(&s.a + 4);
  *d += *c;
  if (s.c != 7 || s.d != 11) reach_error();
  return 0;
}
