// unreach-call: false
extern void reach_error(void);

static int value;
extern int get(void) __asm__("real_get");
int real_get(void) { return ++value; }

int main(void) {
  if (get() == 1 && value == 1) reach_error();
  return 0;
}
