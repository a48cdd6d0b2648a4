// unreach-call: false
extern int puts(const char *);
extern void reach_error(void);
static int n;
static const char *next(void) { n++; return "next"; }

int main(void) {
  puts(next());
  if (n == 1) reach_error();
  return 0;
}
