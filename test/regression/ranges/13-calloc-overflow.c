// TRUE
extern void reach_error(void);
extern void *calloc(unsigned long, unsigned long);

int main(void) {
  char *p = calloc(1UL << 33, 1UL << 33);
  if (p) reach_error();
  return 0;
}
