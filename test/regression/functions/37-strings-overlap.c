// UNKNOWN [soundness]
extern void reach_error(void);
extern char *strcpy(char *, const char *);

int main(void) {
  char s[8] = "abc";
  strcpy(s, s + 1);
  if (s[0] != 'b') reach_error();
  return 0;
}
