// unreach-call: true
extern void reach_error(void);

int main(void) {
  int total = 0;
  void add(int x) { total += x; }
  for (int i = 0; i < 4; i++) add(i);
  if (total != 6) reach_error();
  return 0;
}
