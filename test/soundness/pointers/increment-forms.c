// unreach-call: true
extern void reach_error(void);

int main(void) {
  int a[4] = {10, 20, 30, 40}, *p = a;
  int x = *p++, y = *++p, z = ++*p, w = (*p)++;
  if (x != 10 || y != 30 || z != 31 || w != 31 || a[2] != 32 || p != a + 2) reach_error();
  return 0;
}
