// unreach-call: true; undecided
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  static void *table[] = {&&zero, &&one, &&two};
  unsigned x = __VERIFIER_nondet_uint() % 3;
  int r = -1;
  goto *table[x];
zero: r = 0; goto end;
one: r = 1; goto end;
two: r = 2;
end:
  if (r != (int)x) reach_error();
  return 0;
}
