// TRUE
extern void reach_error(void);
extern void *malloc(unsigned long);

struct s { int n; int data[]; };
int main(void) {
  struct s *s = malloc(sizeof *s + 3 * sizeof(int));
  s->n = 3;
  for (int i = 0; i < s->n; i++) s->data[i] = i;
  if (s->data[2] != 2 || s->n != 3) reach_error();
  return 0;
}
