// ILP32 unreach-call: false
// LP64 unreach-call: true
extern void reach_error(void);

int main(void) {
  if (sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(long double) == 12) reach_error();
  return 0;
}
