// unreach-call: true; undecided
extern void reach_error(void);

int f(void) { return 3; }
extern int g(void);
#pragma weak g = f

int main(void) {
  if (g() != 3) reach_error();
  return 0;
}
