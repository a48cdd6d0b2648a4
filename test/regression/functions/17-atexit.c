// FALSE [precision]
extern void reach_error(void);

extern int atexit(void (*)(void));
void last(void) { reach_error(); }
int main(void) {
  atexit(last);
  return 0;
}
