// FALSE
extern void reach_error(void);

extern int outside;
int main(void) {
  if (outside == 42) reach_error();
  return 0;
}
