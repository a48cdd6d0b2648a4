// unreach-call: true
extern void reach_error(void);

int main(void) {
  int n = 0, tests = 0;
  do {
    n++;
    if (n < 5) continue;
    break;
  } while (tests++ < 100);
  if (n != 5 || tests != 4) reach_error();
  return 0;
}
