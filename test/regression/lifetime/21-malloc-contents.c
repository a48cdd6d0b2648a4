// FALSE [no witness]
extern void reach_error(void);
extern void *malloc(unsigned long);

int main(void) {
  int *p = malloc(2 * sizeof *p);
  if (p[1] == 99) reach_error();
  return 0;
}
