// unreach-call: true
extern void reach_error(void);

static int level;
int main(void) {
  level++;
  if (level < 3) main();
  if (level != 3) reach_error();
  return 0;
}
