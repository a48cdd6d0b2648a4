// unreach-call: true
extern void reach_error(void);

int main(void) {
  char a[3] = "abc", b[] = "abc", c[6] = "ab";
  if (sizeof b != 4 || b[3] != 0) reach_error();
  if (a[2] != 'c' || c[2] != 0 || c[5] != 0) reach_error();
  char d[2][3] = {"x", "yz"};
  if (d[0][1] != 0 || d[1][1] != 'z') reach_error();
  return 0;
}
