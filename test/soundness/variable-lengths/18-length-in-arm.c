// unreach-call: true
extern void reach_error(void);

static int calls;
static int k(void) { return ++calls; }

int main(void) {
  int b[12] = {0}, c = 0;
  int *p = c ? *(int (*)[k()])b : b;
  if (calls != 0 || p != b) reach_error();
  return 0;
}
