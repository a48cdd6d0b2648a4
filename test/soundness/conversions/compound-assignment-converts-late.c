// unreach-call: true, no-overflow: true
extern void reach_error(void);

int main(void) {
  unsigned char c = 200;
  c += 100;
  if (c != 44) reach_error();
  c = 200;
  c = (c + 100) / 2;
  if (c != 150) reach_error();
  c = 255;
  c *= c;
  if (c != 1) reach_error();
  return 0;
}
