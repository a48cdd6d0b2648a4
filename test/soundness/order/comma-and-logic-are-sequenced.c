// unreach-call: true
extern void reach_error(void);

int main(void) {
  int i = 1;
  int x = (i++, i++, i);
  if (x != 3 || !(i++ == 3 && i == 4)) reach_error();
  x = i++ ? i : 0;
  if (x != 5) reach_error();
  return 0;
}
