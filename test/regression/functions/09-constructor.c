// TRUE [soundness]
extern void reach_error(void);

int ready;
__attribute__((constructor)) void prepare(void) { ready = 1; }
int main(void) {
  if (!ready) reach_error();
  return 0;
}
