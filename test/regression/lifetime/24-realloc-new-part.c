// FALSE [no witness]
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);

int main(void) {
  int *p = malloc(2 * sizeof *p);
  p[0] = p[1] = 1;
  p = realloc(p, 4 * sizeof *p);
  if (p[0] == 1 && p[2] == 1234 && p[3] == 4321) reach_error();
  return 0;
}
