/* Speeds for a motor: one divisor of the table is zero. */
static const int divisors[4] = {8, 4, 2, 0};

extern unsigned read_knob(void);

int main(void) {
  unsigned step = read_knob() & 3u;
  return 1000 / divisors[step];
}
