// unreach-call: true
extern void reach_error(void);

#if -1 > 0u
#define UNSIGNED 1
#endif
#if defined UNSIGNED && (1 ? 2 : 3) == 2 && 'a' == 97
int ok = 1;
#else
int ok = 0;
#endif
int main(void) {
  if (!ok) reach_error();
  return 0;
}
