// TRUE
extern void reach_error(void);

int value(void) __attribute__((weak));
int value(void) { return 3; }
int main(void) {
  if (value() != 3) reach_error();
  return 0;
}
