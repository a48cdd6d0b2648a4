// unreach-call: open
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern int memcmp(const void *, const void *, size_t);
extern void *memcpy(void *, const void *, size_t);
extern void *malloc(size_t);
extern void free(void *);

static int table[8];
static int object;
int main(void) {
  table[(unsigned long)&object / 4 % 8] = 1;
  if (table[0]) reach_error();
  return 0;
}
