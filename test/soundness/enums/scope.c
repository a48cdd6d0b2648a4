// unreach-call: true
extern void reach_error(void);

enum { N = 1 };
int main(void) {
  if (N != 1) reach_error();
  enum { N = 2 };
  if (N != 2) reach_error();
  { enum { N = N + 5 }; if (N != 7) reach_error(); }
  int a[N];
  if (sizeof a != 2 * sizeof(int)) reach_error();
  return 0;
}
