// unreach-call: true
extern void reach_error(void);

struct S { char c; int i; };
static struct S s;
int main(void) {
  unsigned char *bytes = (unsigned char *)&s;
  for (unsigned i = 0; i < sizeof s; i++) if (bytes[i] != 0) reach_error();
  return 0;
}
