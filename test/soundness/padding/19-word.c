// unreach-call: open
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern int memcmp(const void *, const void *, size_t);
extern void *memset(void *, int, size_t);
extern void *memcpy(void *, const void *, size_t);

struct W {
  short a;
  int b;
};
int main(void) {
  struct W v = { 7, 1 };
  if (*(int *)&v == 7) reach_error();
  return 0;
}
