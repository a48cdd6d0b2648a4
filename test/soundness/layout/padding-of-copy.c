// unreach-call: open
extern void reach_error(void);

struct S { char c; int i; };
int main(void) {
  struct S s = {1, 2}, t;
  ((unsigned char *)&s)[2] = 9;
  t = s;
  if (((unsigned char *)&t)[2] != 9) reach_error();
  return 0;
}
