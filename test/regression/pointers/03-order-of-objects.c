// FALSE [precision]
extern void reach_error(void);

int main(void) {
  int a, b;
  if (&a < &b) reach_error();
  return 0;
}
