// unreach-call: open
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern int memcmp(const void *, const void *, size_t);
extern void *memset(void *, int, size_t);
extern void *memcpy(void *, const void *, size_t);

struct B {
  unsigned a : 3;
  unsigned b : 4;
};
int main(void) {
  struct B s = { 5, 9 };
  if (*(unsigned char *)&s != 5 + 8 * 9) reach_error();
  return 0;
}
