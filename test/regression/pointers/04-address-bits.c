// FALSE [precision]
extern void reach_error(void);

int main(void) {
  static char c;
  if (((unsigned long)&c >> 5 & 1) == 0) reach_error();
  return 0;
}
