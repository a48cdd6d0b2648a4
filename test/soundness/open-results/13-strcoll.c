// unreach-call: open
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern int strcmp(const char *, const char *);
extern int strncmp(const char *, const char *, size_t);
extern int strcasecmp(const char *, const char *);
extern int strcoll(const char *, const char *);
extern int memcmp(const void *, const void *, size_t);
extern int bcmp(const void *, const void *, size_t);
extern int wcscmp(const __WCHAR_TYPE__ *, const __WCHAR_TYPE__ *);
extern int isalpha(int);
extern int isdigit(int);
extern int toupper(int);
extern int rand(void);

int main(void) {
  if (strcoll("B", "A") > 1) reach_error();
  return 0;
}
