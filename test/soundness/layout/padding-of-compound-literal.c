// unreach-call: open
extern void reach_error(void);

struct S { char c; int i; };
int main(void) {
  struct S *s = &(struct S){1, 2};
  if (((unsigned char *)s)[3] != 0) reach_error();
  return 0;
}
