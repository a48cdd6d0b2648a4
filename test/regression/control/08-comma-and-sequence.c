// TRUE
extern void reach_error(void);

int main(void) {
  int i = 0, j = 0;
  for (i = 0, j = 10; i < j; i++, j--)
    ;
  if (i != 5 || j != 5) reach_error();
  int k = (i = 7, i + 1);
  if (k != 8) reach_error();
  return 0;
}
