// TRUE
extern void reach_error(void);

int main(void) {
  if (sizeof(long) != 8 || sizeof(void *) != 8) reach_error();
  long x = 0x7fffffff;
  x++;
  if (x != 2147483648L) reach_error();
  if (-1L < 0u) return 0;
  reach_error();
  return 0;
}
