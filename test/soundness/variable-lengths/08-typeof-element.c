// unreach-call: false
extern void reach_error(void);

int main(void) {
  int r = 2, i = 0;
  int v[r][r];
  typeof(v[i++]) w;
  if (i == 1 && sizeof w == 8) reach_error();
  return 0;
}
