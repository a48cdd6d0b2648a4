// unreach-call: false
extern void reach_error(void);

static int calls;
static int f(void) { return calls++; }

int main(void) {
  _Bool b = __builtin_add_overflow_p(1, 2, f());
  if (!b && calls == 1) reach_error();
  return 0;
}
