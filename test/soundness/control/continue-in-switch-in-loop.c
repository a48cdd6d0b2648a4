// unreach-call: true
extern void reach_error(void);

int main(void) {
  int sum = 0;
  for (int i = 0; i < 6; i++) {
    switch (i) {
      case 2: continue;
      case 4: break;
      default: sum += 100;
    }
    sum++;
  }
  if (sum != 405) reach_error();
  return 0;
}
