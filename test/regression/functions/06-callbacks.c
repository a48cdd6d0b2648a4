// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct op { int (*run)(struct op *, int); int k; };
int addk(struct op *o, int x) { return x + o->k; }
int xork(struct op *o, int x) { return x ^ o->k; }
int main(void) {
  struct op a = {addk, 5}, b = {xork, 5};
  struct op *o = __VERIFIER_nondet_int() ? &a : &b;
  int r = o->run(o, 8);
  if (r != 13) reach_error();
  return 0;
}
