// unreach-call: true
extern void reach_error(void);

#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define SQUARE(x) x * x
int main(void) {
  int i = 5, m = MAX(i++, 3);
  if (m != 6 || i != 7) reach_error();
  if (SQUARE(1 + 2) != 5) reach_error();
  return 0;
}
