// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);

int main(void) {
  char *buffer = malloc(8);
  int *p = (int *)buffer;
  p[0] = 0x04030201;
  p[1] = __VERIFIER_nondet_int();
  if (buffer[2] != 3) reach_error();
  buffer[3] = 0;
  if (p[0] != 0x00030201) reach_error();
  return 0;
}
