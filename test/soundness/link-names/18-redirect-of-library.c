// unreach-call: true
extern void reach_error(void);

extern int sscanf(const char *, const char *, ...) __asm__("" "__isoc99_sscanf");

int main(void) {
  int x = 0;
  if (sscanf("12", "%d", &x) != 1 || x != 12) reach_error();
  return 0;
}
