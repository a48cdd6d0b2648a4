// UNKNOWN [soundness]
extern void reach_error(void);

// Nobody defines it: it might change what it gets a pointer to.
extern int mystery(int *);
int main(void) {
  int x = 0;
  mystery(&x);
  if (x != 0) reach_error();
  return 0;
}
