// unreach-call: true
extern void reach_error(void);

int main(void) {
  int x = 5;
  if (__sync_fetch_and_add(&x, 2) != 5 || x != 7) reach_error();
  if (__sync_add_and_fetch(&x, 1) != 8) reach_error();
  if (!__sync_bool_compare_and_swap(&x, 8, 3) || __sync_val_compare_and_swap(&x, 9, 1) != 3) reach_error();
  if (__atomic_exchange_n(&x, 4, __ATOMIC_SEQ_CST) != 3 || __atomic_load_n(&x, __ATOMIC_RELAXED) != 4) reach_error();
  return 0;
}
