// unreach-call: true, no-overflow: true
void reach_error(void);
typedef union {
  int *number;
  unsigned *bits;
} place __attribute__((transparent_union));
static int first(place at) { return *at.number; }
int main(void) {
  int a = -7;
  unsigned b = 9;
  if (first(&a) != -7 || first(&b) != 9) reach_error();
  return 0;
}
