// unreach-call: true
extern void reach_error(void);

union U { struct { unsigned a : 4, b : 8, c : 4; } f; unsigned char bytes[4]; };
int main(void) {
  union U u = {{0}};
  u.f.a = 1;
  u.f.b = 0x23;
  u.f.c = 4;
  if (u.bytes[0] != 0x31 || u.bytes[1] != 0x42) reach_error();
  return 0;
}
