// unreach-call: false; no gcc: the variable is defined elsewhere, with contents that are not known
extern void reach_error(void);

extern int elsewhere;
int main(void) {
  if (elsewhere != 0) reach_error();
  return 0;
}
