// TRUE
extern void reach_error(void);

int main(void) {
  int x = 7;
  int *p = &x, *q = 0;
  for (unsigned i = 0; i < sizeof p; i++) ((char *)&q)[i] = ((char *)&p)[i];
  if (*q != 7) reach_error();
  *q = 8;
  if (x != 8) reach_error();
  return 0;
}
