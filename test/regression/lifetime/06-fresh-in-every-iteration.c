// TRUE
extern void reach_error(void);

int main(void) {
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    int x[2] = {i};
    x[1]++;
    int *p = &x[1];
    sum += *p;
  }
  if (sum != 4) reach_error();
  return 0;
}
