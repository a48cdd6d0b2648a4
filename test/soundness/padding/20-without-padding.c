// unreach-call: true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern int memcmp(const void *, const void *, size_t);
extern void *memset(void *, int, size_t);
extern void *memcpy(void *, const void *, size_t);

struct P {
  int a, b;
};
int main(void) {
  struct P p = { 1, 2 }, q = p;
  if (memcmp(&p, &q, sizeof p) != 0) reach_error();
  return 0;
}
