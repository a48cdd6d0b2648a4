// unreach-call: false
extern void reach_error(void);

static int calls;
static int k(void) { return ++calls; }

int main(void) {
  int b[12];
  int (*p)[3] = (int (*)[k()])b;
  if (calls == 1) reach_error();
  return 0;
}
