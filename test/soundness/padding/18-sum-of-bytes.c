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
int main(void) {
  struct S s = { 1, 2 };
  int sum = 0;
  for (unsigned k = 0; k < sizeof s; k++) sum += ((unsigned char *)&s)[k];
  if (sum == 3) reach_error();
  return 0;
}
