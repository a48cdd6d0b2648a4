// unreach-call: true
extern void reach_error(void);

static int cleaned;
static void clean(int *p) { cleaned += *p; }
static int f(void) {
  int a __attribute__((cleanup(clean))) = 3;
  for (int i = 0; i < 2; i++) {
    int b __attribute__((cleanup(clean))) = 10;
    if (i == 1) return cleaned + a + b;
  }
  return 0;
}
int main(void) {
  if (f() != 23 || cleaned != 23) reach_error();
  return 0;
}
