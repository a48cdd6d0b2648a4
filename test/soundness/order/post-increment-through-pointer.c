// unreach-call: true
extern void reach_error(void);

static void copy(char *to, const char *from) { while ((*to++ = *from++)) {} }
int main(void) {
  char a[4];
  copy(a, "xyz");
  if (a[2] != 'z' || a[3] != 0) reach_error();
  return 0;
}
