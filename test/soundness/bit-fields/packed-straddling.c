// unreach-call: true
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

struct __attribute__((packed)) S { unsigned char a; unsigned b : 23; unsigned c : 17; unsigned char d; };
int main(void) {
  struct S s = {1, 2, 3, 4};
  s.c = __VERIFIER_nondet_uint();
  s.b = 0x7fffff;
  if (s.a != 1 || s.b != 0x7fffff || s.d != 4) reach_error();
  if (sizeof s != 7) reach_error();
  return 0;
}
