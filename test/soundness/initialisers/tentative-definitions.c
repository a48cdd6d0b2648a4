// unreach-call: true
extern void reach_error(void);

int x;
int x = 5;
static int y;
static int y;
extern int x;
int main(void) {
  if (x != 5 || y != 0) reach_error();
  return 0;
}
