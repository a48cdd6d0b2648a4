// unreach-call: true
extern void reach_error(void);

enum E { ZERO, ONE, TWO, THREE };
int main(void) {
  struct { enum E e : 2; } s = {THREE};
  if (s.e != THREE || s.e < 0) reach_error();
  s.e++;
  if (s.e != ZERO) reach_error();
  return 0;
}
