// unreach-call: true
extern void reach_error(void);

struct S { unsigned a : 3; unsigned : 0; unsigned b : 3; };
struct T { unsigned a : 3; unsigned b : 3; };
int main(void) {
  if (sizeof(struct S) != 8 || sizeof(struct T) != 4) reach_error();
  return 0;
}
