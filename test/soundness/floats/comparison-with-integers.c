// unreach-call: true
extern void reach_error(void);

int main(void) {
  unsigned u = 4294967295u;
  if ((float)u != 4294967296.0f || u == 4294967296.0) reach_error();
  if (-1 > 0.5 || 1u - 2 < 0.0) reach_error();
  return 0;
}
