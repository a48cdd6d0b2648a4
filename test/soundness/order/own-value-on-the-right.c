// unreach-call: true
extern void reach_error(void);

int main(void) {
  int i = 3, *p = &i;
  i = i + 1;
  *p = *p * 2;
  i += i;
  if (i != 16) reach_error();
  return 0;
}
