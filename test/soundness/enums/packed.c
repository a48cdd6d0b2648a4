// unreach-call: true
extern void reach_error(void);

enum __attribute__((packed)) E { A, B = 255 };
int main(void) {
  if (sizeof(enum E) != 1) reach_error();
  enum E e = B;
  e++;
  if (e != A) reach_error();
  return 0;
}
