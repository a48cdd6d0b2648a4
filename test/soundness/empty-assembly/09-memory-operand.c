// unreach-call: true
extern void reach_error(void);

int main(void) {
  int a[3] = {1, 2, 3}, i = 0;
  __asm__ volatile("" : : "m"(a[i++]));
  __asm__ volatile("" : "+m"(a[i++]));
  if (i != 2 || a[1] != 2) reach_error();
  return 0;
}
