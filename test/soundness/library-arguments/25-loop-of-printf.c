// no-overflow: true
extern int printf(const char *, ...);

int main(void) {
  for (int i = 0; i < 10; i++) printf("%d\n", i * i);
  return 0;
}
