// unreach-call: true
extern void reach_error(void);

static int a[5] = {0, 1, 2, 3, 4};
static int *p = &a[3], **q = &p;
static int (*r)[5] = &a;
static const char *s = "hello" + 1;
int main(void) {
  if (**q != 3 || (*r)[4] != 4 || *s != 'e' || p - a != 3) reach_error();
  return 0;
}
