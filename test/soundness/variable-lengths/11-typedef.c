// unreach-call: true
extern void reach_error(void);

int main(void) {
  int i = 2;
  typedef int row[i++];
  row a, b;
  if (i != 3 || sizeof a + sizeof b != 16) reach_error();
  return 0;
}
