// unreach-call: true
extern void reach_error(void);

int main(void) {
  unsigned total = 0;
  for (int i = 1; i < 4; i++) {
    char a[i];
    a[i - 1] = i;
    total += sizeof a + a[i - 1];
  }
  if (total != 12) reach_error();
  return 0;
}
