// unreach-call: true
extern void reach_error(void);

int main(void) {
  int *p = &(int){7};
  (*p)++;
  if (*p != 8) reach_error();
  (int){3} = 4;
  if ((char){300} != 44) reach_error();
  return 0;
}
