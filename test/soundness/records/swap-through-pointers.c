// unreach-call: true
extern void reach_error(void);

struct P { int x, y; };
static void swap(struct P *a, struct P *b) { struct P t = *a; *a = *b; *b = t; }
int main(void) {
  struct P v[2] = {{1, 2}, {3, 4}};
  swap(&v[0], &v[1]);
  swap(&v[0], &v[0]);
  if (v[0].x != 3 || v[1].y != 2) reach_error();
  return 0;
}
