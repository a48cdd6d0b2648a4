// unreach-call: true
extern void reach_error(void);

extern int x __asm__("y");
int y = 1;

int main(void) {
  x = 5;
  if (y != 5) reach_error();
  return 0;
}
