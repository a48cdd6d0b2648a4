// unreach-call: true
extern void reach_error(void);

struct S { char c; int i __attribute__((aligned(16))); };
struct T { _Alignas(8) char c; };
int main(void) {
  if (sizeof(struct S) != 32 || _Alignof(struct T) != 8 || sizeof(struct T) != 8) reach_error();
  return 0;
}
