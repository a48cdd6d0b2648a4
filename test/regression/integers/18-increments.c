// TRUE
extern void reach_error(void);

int main(void) {
  unsigned char c = 255;
  int before = c++;
  if (before != 255 || c != 0) reach_error();
  if (--c != 255) reach_error();
  int a[3] = {1, 2, 3}, i = 0;
  a[i++] += 10;
  if (i != 1 || a[0] != 11) reach_error();
  int *p = a;
  if (*p++ != 11 || *++p != 3) reach_error();
  return 0;
}
