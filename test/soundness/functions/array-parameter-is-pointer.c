// unreach-call: true
extern void reach_error(void);

static unsigned size(char a[100]) { return sizeof(a); }
static int second(int a[][3]) { return a[1][0]; }
int main(void) {
  char text[100];
  int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
  text[0] = 0;
  if (size(text) != sizeof(char *)) reach_error();
  if (second(m) != 4) reach_error();
  return 0;
}
