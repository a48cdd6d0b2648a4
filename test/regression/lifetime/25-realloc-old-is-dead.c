// UNKNOWN [soundness]
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);

int main(void) {
  int *p = malloc(4);
  *p = 1;
  int *q = realloc(p, 8);
  if (*p != 1) reach_error();
  return 0;
}
