// FALSE [precision]
extern void reach_error(void);

typedef long jmp_buf[25];
extern int setjmp(jmp_buf);
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
jmp_buf env;
int main(void) {
  if (setjmp(env)) reach_error();
  longjmp(env, 1);
}
