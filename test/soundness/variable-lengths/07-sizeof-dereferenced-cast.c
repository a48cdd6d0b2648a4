// unreach-call: true
extern void reach_error(void);

int main(void) {
  int i = 5, b[20];
  unsigned s = sizeof(*(int (*)[i++])b);
  if (i != 6 || s != 20) reach_error();
  return 0;
}
