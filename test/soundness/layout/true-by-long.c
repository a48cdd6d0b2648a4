// unreach-call: open
extern void reach_error(void);

int main(void) {
  int x = 0, *p = &x;
  long n = *(long *)&p;
  if ((n >> 4) % 1024 == 77) reach_error();
  return x;
}
