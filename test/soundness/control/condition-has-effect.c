// unreach-call: true
extern void reach_error(void);

int main(void) {
  int n = 0, last = 0;
  while (n++ < 3 && (last = n)) {}
  if (n != 4 || last != 3) reach_error();
  if (n == 4 || n++) {}
  if (n != 4) reach_error();
  return 0;
}
