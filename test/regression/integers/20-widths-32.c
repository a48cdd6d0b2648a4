// TRUE ILP32
extern void reach_error(void);

int main(void) {
  if (sizeof(long) != 4 || sizeof(void *) != 4) reach_error();
  if (-1L < 1u) reach_error();
  if ((long)0x80000000u != -2147483647L - 1) reach_error();
  return 0;
}
