// unreach-call: true
extern void reach_error(void);

int main(void) {
  int i = 4;
  typeof(int[i++]) w;
  unsigned s = sizeof w + sizeof w;
  if (i != 5 || s != 32) reach_error();
  return 0;
}
