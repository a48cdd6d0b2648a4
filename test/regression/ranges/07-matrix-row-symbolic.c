// TRUE
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned char m[4][4];
  for (int i = 0; i < 16; i++) m[i / 4][i % 4] = i;
  unsigned r = __VERIFIER_nondet_uint() % 4;
  unsigned char *row = m[r];
  for (int i = 0; i < 4; i++) row[i] = 0;
  for (unsigned i = 0; i < 16; i++)
    if (m[i / 4][i % 4] != (i / 4 == r ? 0 : i)) reach_error();
  return 0;
}
