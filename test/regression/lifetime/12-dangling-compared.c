// FALSE [precision]
// Whether the new block stands where the old one stood is not determined.
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void free(void *);

int main(void) {
  char *p = malloc(4);
  unsigned long was = (unsigned long)p;
  free(p);
  char *q = malloc(4);
  if ((unsigned long)q == was) reach_error();
  return 0;
}
