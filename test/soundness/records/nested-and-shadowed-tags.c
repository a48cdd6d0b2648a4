// unreach-call: true
extern void reach_error(void);

struct S { int a; };
int main(void) {
  struct S { char b[7]; } s;
  if (sizeof s != 7) reach_error();
  { struct S; struct S *p = 0; if (sizeof p != sizeof(void *)) reach_error(); }
  return 0;
}
