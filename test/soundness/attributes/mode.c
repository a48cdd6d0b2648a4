// unreach-call: true, no-overflow: true

// Of `int`, but the mode says how wide it is.
void reach_error(void);
typedef int wide __attribute__((mode(DI)));
typedef unsigned narrow __attribute__((__mode__(__QI__)));
int main(void) {
  wide a = 1;
  narrow b = 255;
  a <<= 40;
  b++;
  if (a != 0x10000000000 || b != 0 || sizeof(a) != 8) reach_error();
  return 0;
}
