// unreach-call: true
extern void reach_error(void);

int main(void) {
  double zero = 0.0, inf = 1.0 / zero;
  if (-zero != zero || 1.0 / -zero != -inf || inf - 1.0 != inf) reach_error();
  if (inf <= 1e308 || -inf >= -1e308) reach_error();
  return 0;
}
