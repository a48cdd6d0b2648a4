// UNKNOWN [soundness]
extern void reach_error(void);

extern void (*signal(int, void (*)(int)))(int);
extern int raise(int);
int x;
void on(int s) { x = 1; }
int main(void) {
  signal(2, on);
  raise(2);
  if (!x) reach_error();
  return 0;
}
