// FALSE
extern void reach_error(void);

int main(void) {
  int x;
  if (x == 12345) reach_error();
  return 0;
}
