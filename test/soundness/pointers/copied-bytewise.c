// unreach-call: true
extern void reach_error(void);

int main(void) {
  int x = 5, *p = &x, *q = 0;
  for (unsigned i = 0; i < sizeof p; i++) ((char *)&q)[i] = ((char *)&p)[i];
  if (*q != 5 || q != p) reach_error();
  return 0;
}
