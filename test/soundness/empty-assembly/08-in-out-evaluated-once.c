// unreach-call: true
extern void reach_error(void);

int main(void) {
  int a[3] = {1, 2, 3}, i = 0;
  __asm__("" : "+r"(a[i++]));
  if (i != 1 || a[0] != 1 || a[1] != 2) reach_error();
  return 0;
}
