// unreach-call: true
extern void reach_error(void);

int main(void) {
  short s = 1;
  __typeof__(s) t = 70000;
  if (t != 4464) reach_error();
  if (_Generic(s, int: 1, short: 2, default: 3) != 2 || _Generic(s + 0, int: 1, default: 3) != 1) reach_error();
  if (!__builtin_types_compatible_p(__typeof__(s + s), int)) reach_error();
  return 0;
}
