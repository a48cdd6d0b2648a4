// no-overflow: true
int main(void) {
  int sum = 0;
  for (int i = 0; i < 200; i++) sum += i;
  return sum == 3;
}
