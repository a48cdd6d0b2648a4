// unreach-call: true
extern void reach_error(void);

struct L { struct L *next; int value; };
static struct L first, second = {&first, 2}, first = {&second, 1};
int main(void) {
  struct L own = {&own, 3};
  if (first.next->next != &first || second.next->value != 1 || own.next->value != 3) reach_error();
  return 0;
}
