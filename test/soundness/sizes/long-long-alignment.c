// ILP32 unreach-call: true
// LP64 unreach-call: false
extern void reach_error(void);

struct S { char c; long long l; };
int main(void) {
  if (sizeof(struct S) == 16) reach_error();
  return 0;
}
