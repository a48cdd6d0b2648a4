// TRUE [soundness]
extern void reach_error(void);

int closed;
void close_it(int *p) { closed += *p; }
int main(void) {
  { int x __attribute__((cleanup(close_it))) = 3; }
  if (closed != 3) reach_error();
  return 0;
}
