// TRUE
extern void reach_error(void);

int a[5] = {1, [3] = 4};
char s[] = "hi", t[2] = "xy", *u = "abc";
int *p = &a[3], (*f)(void);
static long big = 1L << 40;
double d = 1.0 / 4;
int main(void) {
  if (a[1] || a[4] || *p != 4 || f) reach_error();
  if (sizeof s != 3 || s[1] != 'i' || t[1] != 'y' || u[2] != 'c' || u[3]) reach_error();
  if (big != 1099511627776L || d != 0.25) reach_error();
  return 0;
}
