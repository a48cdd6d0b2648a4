// unreach-call: true
extern void reach_error(void);

int main(void) {
  int big = 16777217;
  float f = big;
  if ((int)f == big || f != 16777216.0f) reach_error();
  long long huge = 9007199254740993ll;
  volatile double near = huge;
  if ((long long)near == huge) reach_error();
  unsigned long long most = ~0ull;
  volatile double rounded = most;
  if (rounded != 18446744073709551616.0) reach_error();
  return 0;
}
