// unreach-call: true
extern void reach_error(void);

int main(void) {
  int x = 1; // a comment \
  x = 2;
  int y = 10 /* */ / /**/ 2; int z = x+++y;
  if (x != 2 || y != 5 || z != 6) reach_error();
  return 0;
}
