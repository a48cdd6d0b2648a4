// unreach-call: true
extern void reach_error(void);

int main(void) {
  int i, j;
  for (i = 0; i < 5; i++)
    for (j = 0; j < 5; j++)
      if (i * j == 6) goto found;
  reach_error();
found:
  if (i != 2 || j != 3) reach_error();
  return 0;
}
