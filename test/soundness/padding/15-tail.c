// unreach-call: open
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern int memcmp(const void *, const void *, size_t);
extern void *memset(void *, int, size_t);
extern void *memcpy(void *, const void *, size_t);

struct T {
  int i;
  char c;
};
int main(void) {
  struct T t[2] = { { 1, 2 }, { 3, 4 } };
  if (((char *)t)[5] != 0) reach_error();
  return 0;
}
