// unreach-call: true, no-overflow: true
extern void reach_error(void);

int main(void) {
  int i = 10;
  i *= 1.55;
  if (i != 15) reach_error();
  i += 0.9;
  if (i != 15) reach_error();
  unsigned char c = 3;
  c /= 0.5f;
  if (c != 6) reach_error();
  return 0;
}
