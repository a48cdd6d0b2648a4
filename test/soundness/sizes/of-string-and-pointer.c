// unreach-call: true
extern void reach_error(void);

int main(void) {
  char a[] = "hello", *p = a;
  if (sizeof a != 6 || sizeof p != sizeof(void *) || sizeof "hello" != 6 || sizeof *p != 1) reach_error();
  if (sizeof(a + 0) != sizeof p) reach_error();
  return 0;
}
