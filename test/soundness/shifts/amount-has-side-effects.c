// unreach-call: true
extern void reach_error(void);

int main(void) {
  int n = 0, x = 1;
  x <<= ++n;
  x <<= n++;
  if (x != 4 || n != 2) reach_error();
  return 0;
}
