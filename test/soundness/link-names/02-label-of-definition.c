// unreach-call: false
extern void reach_error(void);

extern int get(void);
int impl(void) __asm__("get");
int impl(void) { return 7; }

int main(void) {
  if (get() == 7) reach_error();
  return 0;
}
