// no-overflow: true, unreach-call: true
extern void reach_error(void);

int main(void) {
  int x = 2147483647;
  __sync_fetch_and_add(&x, 1);
  if (x != -2147483647 - 1) reach_error();
  return 0;
}
