// unreach-call: true
extern void reach_error(void);

typedef int T;
int main(void) {
  T x = 3;
  { int T = 4; x = T * x; }
  { typedef char T; if (sizeof(T) != 1) reach_error(); }
  if (x != 12 || sizeof(T) != sizeof(int)) reach_error();
  return 0;
}
