// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  switch (x) case 3: y = 1;
  if (y != (x == 3)) reach_error();
  switch (x) { y = 7; case 4: ; }
  if (y == 7) reach_error();
  return 0;
}
