// unreach-call: open
extern void reach_error(void);

int main(void) {
  const char *a = "text", *b = "text";
  if (a == b) reach_error();
  return 0;
}
