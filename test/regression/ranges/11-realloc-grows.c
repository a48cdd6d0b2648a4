// TRUE
extern void reach_error(void);
extern void free(void *);
extern void *realloc(void *, unsigned long);

int main(void) {
  char *p = 0;
  unsigned long n = 0;
  for (int i = 0; i < 3; i++) {
    n += 2;
    p = realloc(p, n);
    p[n - 2] = i;
    p[n - 1] = 2 * i;
  }
  if (p[0] != 0 || p[2] != 1 || p[5] != 4) reach_error();
  free(p);
  return 0;
}
