// unreach-call: true
extern void reach_error(void);

int main(void) {
  const char *s = "\x41\102\n\0177" "7";
  if (s[0] != 'A' || s[1] != 'B' || s[2] != 10 || s[3] != 15 || s[4] != '7' || s[5] != '7') reach_error();
  if ('\377' != -1 || '\xff' > 0 || sizeof "a" "b" != 3) reach_error();
  return 0;
}
