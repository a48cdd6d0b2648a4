extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

int main(void) {
  char *text = malloc(8);
  text[0] = 'a';
  int closes = __VERIFIER_nondet_int();
  if (closes == 41) free(text);
  char first = text[0];
  if (closes != 41) free(text);
  return first == 'b';
}
