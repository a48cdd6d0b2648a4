// ILP32 unreach-call: true
// LP64 unreach-call: true
extern void reach_error(void);

int main(void) {
  if (sizeof(2147483648) != 8) reach_error();
  if (sizeof(2147483648u) != 4) reach_error();
  if (sizeof('a') != 4) reach_error();
  if (sizeof(1 == 1) != 4) reach_error();
  if (sizeof((char)1 + (char)1) != 4) reach_error();
  return 0;
}
