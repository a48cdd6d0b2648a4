// unreach-call: true; undecided
extern void reach_error(void);

#pragma redefine_extname f g
extern int f(void);
int g(void) { return 3; }

int main(void) {
  if (f() != 3) reach_error();
  return 0;
}
