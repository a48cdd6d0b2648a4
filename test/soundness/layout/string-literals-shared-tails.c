// unreach-call: open
extern void reach_error(void);

int main(void) {
  const char *a = "a text", *b = "text";
  if (a + 2 == b) reach_error();
  return 0;
}
