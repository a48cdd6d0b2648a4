// unreach-call: true
extern void reach_error(void);

static int *global = (int[]){4, 5};
int main(void) {
  global[0]++;
  if (global[0] != 5 || global[1] != 5) reach_error();
  return 0;
}
