// FALSE [precision]
// Whether equal literals are one array is unspecified (C11 6.4.5p7).
extern void reach_error(void);

int main(void) {
  const char *p = "abc";
  const char *q = "abc";
  if (p == q) reach_error();
  return 0;
}
