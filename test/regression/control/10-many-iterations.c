// TRUE
extern void reach_error(void);

int main(void) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 3000; i++) sum += i;
  if (sum != 4498500) reach_error();
  return 0;
}
