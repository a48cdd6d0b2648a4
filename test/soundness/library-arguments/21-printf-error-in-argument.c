// unreach-call: false, no-overflow: true
extern int printf(const char *, ...);
extern void reach_error(void);
static int fail(void) { reach_error(); return 0; }

int main(void) {
  printf("%d\n", fail());
  return 0;
}
