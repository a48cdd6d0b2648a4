// UNKNOWN [soundness]
extern void reach_error(void);

int z;
void fail(int x) { reach_error(); }
int main(void) {
  fail(1 / z);
  return 0;
}
