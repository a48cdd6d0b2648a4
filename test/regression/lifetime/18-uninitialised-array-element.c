// FALSE [no witness]
extern void reach_error(void);

int main(void) {
  unsigned char a[4];
  a[0] = 1;
  if (a[2] == 77 && a[0] == 1) reach_error();
  return 0;
}
