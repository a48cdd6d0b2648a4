// Every element holds its own index.
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  int a[10];
  for (int i = 0; i < 10; i++) a[i] = i;
  for (int i = 0; i < 10; i++) {
    if (a[i] != i) reach_error();
  }
  return 0;
}
