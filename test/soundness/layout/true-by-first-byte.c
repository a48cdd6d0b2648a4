// unreach-call: open
extern void reach_error(void);

int main(void) {
  int x = 0, *p = &x;
  unsigned char *bytes = (unsigned char *)&p;
  if (bytes[0] != ((__UINTPTR_TYPE__)&x & 255)) reach_error();
  if (bytes[0] == 0x35) reach_error();
  if (bytes[0] % 16 == 8) reach_error();
  return x;
}
