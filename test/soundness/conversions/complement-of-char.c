// unreach-call: true
extern void reach_error(void);

int main(void) {
  unsigned char c = 0x0f;
  if (~c == 0xf0) reach_error();
  if ((unsigned char)~c != 0xf0) reach_error();
  unsigned short s = 0;
  if (~s >= 0) reach_error();
  return 0;
}
