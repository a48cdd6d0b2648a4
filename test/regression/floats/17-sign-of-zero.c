// UNKNOWN [soundness]
// `signbit` gives some nonzero number, not necessarily 1.
extern void reach_error(void);

int main(void) {
  int s = __builtin_signbit(-1.0);
  if (s != 1) reach_error();
  return 0;
}
