// unreach-call: true
extern void reach_error(void);

static int trace;
static int put(int digit, int result) { trace = trace * 10 + digit; return result; }
int main(void) {
  int r = put(1, 0) && put(2, 1) || put(3, 1) && !put(4, 0);
  if (!r || trace != 134) reach_error();
  return 0;
}
