// unreach-call: true
extern void reach_error(void);

int main(void) {
  const char *names[] = {"zero", "one", [3] = "three"};
  if (sizeof names / sizeof *names != 4 || names[2] != 0 || names[3][0] != 't') reach_error();
  char (*p)[3] = &(char[3]){1, 2, 3};
  if ((*p)[2] != 3) reach_error();
  return 0;
}
