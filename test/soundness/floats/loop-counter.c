// unreach-call: true
extern void reach_error(void);

int main(void) {
  int steps = 0;
  for (float f = 0; f < 1; f += 0.1f) steps++;
  double sum = 0;
  for (int i = 0; i < 10; i++) sum += 0.1;
  if (sum == 1.0) reach_error();
  if (steps != 10 && steps != 11) reach_error();
  return 0;
}
