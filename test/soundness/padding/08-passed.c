// unreach-call: open
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern int memcmp(const void *, const void *, size_t);
extern void *memset(void *, int, size_t);
extern void *memcpy(void *, const void *, size_t);

struct S {
  char c;
  int i;
};
static int sum(struct S s) { return ((char *)&s)[1] + ((char *)&s)[3]; }
int main(void) {
  static struct S t;
  if (sum(t) != 0) reach_error();
  return 0;
}
