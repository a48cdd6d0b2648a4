// unreach-call: open
extern void reach_error(void);

union U { char c; int i; };
int main(void) {
  union U u = {5};
  if (u.i != 5) reach_error();
  return 0;
}
