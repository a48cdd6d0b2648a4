// unreach-call: false
extern void reach_error(void);

int main(void) {
  int r = 4, i = 1;
  int v[r][r];
  unsigned s = sizeof(v[i++]);
  if (i == 2 && s == 16) reach_error();
  return 0;
}
