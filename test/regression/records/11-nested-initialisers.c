// TRUE
extern void reach_error(void);

struct in { short a, b; };
struct out { struct in x[2]; union { int i; char c; } u; int z; };
struct out g = {{{1, 2}, {.b = 4}}, {5}, .z = 6};
int main(void) {
  struct out l = {.x[1].a = 9, .u.c = 'a'};
  if (g.x[0].b != 2 || g.x[1].a != 0 || g.x[1].b != 4 || g.u.i != 5 || g.z != 6) reach_error();
  if (l.x[0].a != 0 || l.x[1].a != 9 || l.u.c != 'a' || l.z != 0) reach_error();
  return 0;
}
