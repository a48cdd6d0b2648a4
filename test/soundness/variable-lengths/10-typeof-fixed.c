// unreach-call: true
extern void reach_error(void);

int main(void) {
  int i = 4;
  typeof(i++) w = i;
  if (i != 4 || w != 4) reach_error();
  return 0;
}
