// unreach-call: true; undecided

// Behind the name of a member: not read there, so refused.
void reach_error(void);
struct s {
  int wide __attribute__((mode(DI)));
};
int main(void) {
  struct s x = {0x10000000000};
  if (x.wide == 0 || sizeof(struct s) != 8) reach_error();
  return 0;
}
