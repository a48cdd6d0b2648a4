// unreach-call: true
extern void reach_error(void);

#define PASTE(a, b) a##b
#define TEXT(x) #x
#define TEXT2(x) TEXT(x)
#define N 42
int main(void) {
  int xy = 3;
  if (PASTE(x, y) != 3 || sizeof TEXT(N) != 2 || sizeof TEXT2(N) != 3) reach_error();
  return 0;
}
