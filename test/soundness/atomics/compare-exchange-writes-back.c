// unreach-call: true
extern void reach_error(void);

int main(void) {
  int x = 5, expected = 4;
  if (__atomic_compare_exchange_n(&x, &expected, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) reach_error();
  if (expected != 5 || x != 5) reach_error();
  if (!__atomic_compare_exchange_n(&x, &expected, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) reach_error();
  if (x != 9 || expected != 5) reach_error();
  return 0;
}
