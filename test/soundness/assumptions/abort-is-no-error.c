// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void abort(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x) abort();
  if (x) reach_error();
  return 0;
}
