// ILP32 unreach-call: true
// LP64 unreach-call: true
extern void reach_error(void);

struct A { char c; short s; char d; };
struct B { char c; long l; };
struct __attribute__((packed)) P { char c; int i; };
struct E {};
int main(void) {
  if (sizeof(struct A) != 6 || sizeof(struct P) != 5 || sizeof(struct E) != 0) reach_error();
  if (sizeof(struct B) != 2 * sizeof(long)) reach_error();
  return 0;
}
