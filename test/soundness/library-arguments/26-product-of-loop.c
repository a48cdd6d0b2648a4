// no-overflow: false
extern int printf(const char *, ...);

int main(void) {
  int p = 1;
  for (int i = 1; i <= 31; i++) {
    printf("%d\n", p);
    if (i < 31) p = p + p;
    else printf("%d\n", p + p);
  }
  return 0;
}
