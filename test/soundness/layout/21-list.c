// unreach-call: true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern int memcmp(const void *, const void *, size_t);
extern void *memcpy(void *, const void *, size_t);
extern void *malloc(size_t);
extern void free(void *);

struct L {
  struct L *next;
  int v;
};
int main(void) {
  struct L *head = 0;
  int s = 0;
  for (int i = 0; i < 4; i++) {
    struct L *n = malloc(sizeof *n);
    n->v = i;
    n->next = head;
    head = n;
  }
  for (struct L *n = head; n; n = n->next) s = 10 * s + n->v;
  if (s != 3210) reach_error();
  return 0;
}
