// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct s { char a; int b; } __attribute__((packed));
int main(void) {
  struct s s[2];
  s[1].b = __VERIFIER_nondet_int();
  int v = s[1].b;
  s[1].a = 3;
  s[0].b = 7;
  if (sizeof s != 10 || s[1].b != v || s[0].b != 7) reach_error();
  return 0;
}
