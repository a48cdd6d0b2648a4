// TRUE
extern void reach_error(void);

volatile int flag;
int main(void) {
  flag = 1;
  if (!flag) reach_error();
  return 0;
}
