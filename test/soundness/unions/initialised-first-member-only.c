// unreach-call: true
extern void reach_error(void);

union U { char c; int i; };
static union U global = {5};
int main(void) {
  if (global.i != 5) reach_error();
  union U u = {.i = 0x01020304};
  if (u.c != 4) reach_error();
  return 0;
}
