void *malloc(__SIZE_TYPE__);
void free(void *);
int __VERIFIER_nondet_int(void);
/* Neighbours by direction; the list's ends, too: whoever inserts holds the place to be changed. */
enum { BACK, FORTH };
typedef void *links[2];
typedef struct { links link; char name[8]; } *entry;
static links ends;
static void insert(int from) {
  links **place = (links **)&ends[from];
  const int on = from == BACK ? FORTH : BACK, back = from == BACK ? BACK : FORTH;
  while (*place && (**place)[on] && __VERIFIER_nondet_int())
    place = (links **)&(**place)[on];
  entry fresh = malloc(sizeof *fresh);
  links *other = *place;
  fresh->link[on] = other;
  fresh->link[back] = other ? (*other)[back] : 0;
  fresh->name[0] = 0;
  if (other) (*other)[back] = &fresh->link;
  *place = &fresh->link;
  if (fresh->link[BACK] == 0) ends[BACK] = &fresh->link;
  if (fresh->link[FORTH] == 0) ends[FORTH] = &fresh->link;
}
static void take(int from) {
  if (!ends[from]) return;
  if (ends[BACK] == ends[FORTH]) {
    free(ends[from]);
    ends[BACK] = ends[FORTH] = 0;
    return;
  }
  links *item = ends[from], *next = (*item)[from == BACK ? FORTH : BACK];
  (*next)[from == BACK ? BACK : FORTH] = 0;
  ends[from] = next;
  free(item);
}
int main(void) {
  while (__VERIFIER_nondet_int()) {
    while (__VERIFIER_nondet_int()) insert(__VERIFIER_nondet_int() ? BACK : FORTH);
    while (__VERIFIER_nondet_int()) take(__VERIFIER_nondet_int() ? BACK : FORTH);
  }
  int from = __VERIFIER_nondet_int() ? BACK : FORTH;
  links *at = ends[from];
  while (at) {
    links *next = (*at)[from == BACK ? FORTH : BACK];
    free(at);
    at = next;
  }
  return 0;
}
