// unreach-call: open; no gcc: whether another file defines the function is not known
extern void reach_error(void);

#pragma weak maybe
extern int maybe(void);

int main(void) {
  if (maybe) reach_error();
  return 0;
}
