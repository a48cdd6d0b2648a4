// unreach-call: true
extern void reach_error(void);

int main(void) {
  int b[12] = {0}, n = 0;
  for (int i = 0; i < 3; i++) (void)((int (*)[++n])b)[0];
  if (n != 3) reach_error();
  return 0;
}
