// no-overflow: true
int main(void) {
  int a[4], *p = a, n = 0;
  while (p != a + 4) {
    *p++ = n++;
  }
  return p - a == 4 ? 0 : 1;
}
