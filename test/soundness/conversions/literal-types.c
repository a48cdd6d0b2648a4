// unreach-call: true
extern void reach_error(void);

int main(void) {
  if (-2147483648 > 0) reach_error();
  if (0xffffffff < 0) reach_error();
  if (4294967295 < 0) reach_error();
  if (sizeof(4294967295) == sizeof(0xffffffff)) reach_error();
  if (-1 > 0u) return 0;
  reach_error();
}
