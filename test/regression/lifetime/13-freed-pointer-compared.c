// FALSE [precision]
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void free(void *);

int main(void) {
  char *p = malloc(4);
  free(p);
  char *q = malloc(4);
  if (p == q) reach_error();
  return 0;
}
