// unreach-call: true
extern void reach_error(void);

int main(void) {
  float f = 0.1f;
  if (f == 0.1) reach_error();
  if ((double)f != 0.100000001490116119384765625) reach_error();
  if (16777216.0f + 1.0f != 16777216.0f) reach_error();
  return 0;
}
