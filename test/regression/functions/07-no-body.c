// FALSE
extern void reach_error(void);

// Nobody defines it: it returns any value.
extern int mystery(int);
int main(void) {
  if (mystery(3) == 4) reach_error();
  return 0;
}
