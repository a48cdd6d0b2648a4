// unreach-call: false; undecided; no gcc: it hangs on the layout of memory
extern void reach_error(void);

int main(void) {
  char a[4];
  a[0] = 0;
  if ((__UINTPTR_TYPE__)a % 16 == 0) reach_error();
  return a[0];
}
