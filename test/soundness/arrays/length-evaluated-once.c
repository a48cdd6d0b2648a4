// unreach-call: true
extern void reach_error(void);

static int calls;
static int length(void) { calls++; return 3; }
int main(void) {
  int a[length()];
  a[0] = 0;
  if (sizeof a != 3 * sizeof(int) || sizeof a != 3 * sizeof(int) || calls != 1) reach_error();
  return a[0];
}
