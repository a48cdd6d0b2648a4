// unreach-call: true; undecided; no gcc: it traps on the null pointer
extern void reach_error(void);

struct S { int a; int b; };
int main(void) {
  if ((unsigned long)&((struct S *)0)->b != sizeof(int)) reach_error();
  return 0;
}
