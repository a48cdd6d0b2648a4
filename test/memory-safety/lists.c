// safety: true; cleanup: true; a list of three, built and destroyed
struct n { struct n *next; int v; };
int main(void) {
  struct n *h = 0;
  for (int i = 0; i < 3; i++) { struct n *x = malloc(sizeof *x); x->next = h; x->v = i; h = x; }
  while (h) { struct n *x = h->next; free(h); h = x; }
  return 0;
}

// safety: valid-memtrack; cleanup: false; the last node is forgotten
struct n { struct n *next; int v; };
int main(void) {
  struct n *h = 0;
  for (int i = 0; i < 3; i++) { struct n *x = malloc(sizeof *x); x->next = h; x->v = i; h = x; }
  while (h->next) { struct n *x = h->next; free(h); h = x; }
  return 0;
}

// safety: valid-deref; freed before its successor is read
struct n { struct n *next; int v; };
int main(void) {
  struct n *h = 0;
  for (int i = 0; i < 3; i++) { struct n *x = malloc(sizeof *x); x->next = h; x->v = i; h = x; }
  while (h) { free(h); h = h->next; }
  return 0;
}

// safety: valid-deref; a list of unknown length without an end
struct n { struct n *next; };
int main(void) {
  struct n *h = malloc(sizeof *h);
  struct n *t = h;
  while (__VERIFIER_nondet_int()) { t->next = malloc(sizeof *t); t = t->next; }
  while (h) { struct n *x = h->next; free(h); h = x; }
  return 0;
}

// safety: true; cleanup: true; undecided; a list of unknown length
struct n { struct n *next; };
int main(void) {
  struct n *h = 0;
  while (__VERIFIER_nondet_int()) { struct n *x = malloc(sizeof *x); x->next = h; h = x; }
  while (h) { struct n *x = h->next; free(h); h = x; }
  return 0;
}

// safety: valid-free; cleanup: open; the first node is freed twice
struct n { struct n *next; };
int main(void) {
  struct n *h = 0;
  while (__VERIFIER_nondet_int()) { struct n *x = malloc(sizeof *x); x->next = h; h = x; }
  struct n *first = h;
  while (h) { struct n *x = h->next; free(h); h = x; }
  if (first) free(first);
  return 0;
}

// safety: true; cleanup: true; a node is inserted into a doubly linked list
struct d { struct d *next, *prev; };
int main(void) {
  struct d *a = malloc(sizeof *a), *b = malloc(sizeof *b), *c = malloc(sizeof *c);
  a->next = b; a->prev = 0; b->prev = a; b->next = 0;
  c->next = a->next; c->prev = a; a->next->prev = c; a->next = c;
  struct d *x = a;
  while (x) { struct d *y = x->next; free(x); x = y; }
  return 0;
}

// safety: true; cleanup: true; shared data, freed once
struct n { struct n *next; int *data; };
int main(void) {
  int *data = malloc(4);
  struct n *h = 0;
  for (int i = 0; i < 2; i++) { struct n *x = malloc(sizeof *x); x->next = h; x->data = data; h = x; }
  while (h) { struct n *x = h->next; free(h); h = x; }
  free(data);
  return 0;
}

// safety: valid-free; cleanup: open; shared data, freed with every node
struct n { struct n *next; int *data; };
int main(void) {
  int *data = malloc(4);
  struct n *h = 0;
  for (int i = 0; i < 2; i++) { struct n *x = malloc(sizeof *x); x->next = h; x->data = data; h = x; }
  while (h) { struct n *x = h->next; free(h->data); free(h); h = x; }
  return 0;
}

// safety: true; cleanup: true; a ring of two
struct n { struct n *next; };
int main(void) {
  struct n *a = malloc(sizeof *a);
  a->next = malloc(sizeof *a);
  a->next->next = a;
  struct n *x = a->next;
  free(a);
  free(x);
  return 0;
}

// safety: true; cleanup: true; a list of lists
struct n { struct n *next; };
struct l { struct l *next; struct n *nodes; };
int main(void) {
  struct l *all = 0;
  for (int i = 0; i < 2; i++) {
    struct l *l = malloc(sizeof *l);
    l->nodes = 0;
    for (int j = 0; j < 2; j++) { struct n *n = malloc(sizeof *n); n->next = l->nodes; l->nodes = n; }
    l->next = all;
    all = l;
  }
  while (all) {
    while (all->nodes) { struct n *n = all->nodes->next; free(all->nodes); all->nodes = n; }
    struct l *l = all->next;
    free(all);
    all = l;
  }
  return 0;
}

// safety: valid-memtrack; cleanup: false; a list of lists whose inner lists are forgotten
struct n { struct n *next; };
struct l { struct l *next; struct n *nodes; };
int main(void) {
  struct l *all = 0;
  for (int i = 0; i < 2; i++) {
    struct l *l = malloc(sizeof *l);
    l->nodes = malloc(sizeof(struct n));
    l->nodes->next = 0;
    l->next = all;
    all = l;
  }
  while (all) { struct l *l = all->next; free(all); all = l; }
  return 0;
}

// safety: true; cleanup: true; a list of arrays, each of a size of its own, which is changed once
struct n { struct n *next; int *data; };
int main(void) {
  struct n *h = 0;
  while (__VERIFIER_nondet_int()) {
    int k = __VERIFIER_nondet_int();
    if (k < 2 || k > 50) continue;
    struct n *p = malloc(sizeof *p);
    p->data = calloc(k, sizeof(int));
    p->data[1] = 2;
    p->data = realloc(p->data, (k + 3) * sizeof(int));
    p->data[4] = 2;
    p->next = h;
    h = p;
  }
  while (h) { struct n *n = h->next; free(h->data); free(h); h = n; }
  return 0;
}

// safety: valid-deref; a list of arrays, of which the shortest has no such element
struct n { struct n *next; int *data; };
int main(void) {
  struct n *h = 0;
  while (__VERIFIER_nondet_int()) {
    int k = __VERIFIER_nondet_int();
    if (k < 2 || k > 50) continue;
    struct n *p = malloc(sizeof *p);
    p->data = calloc(k, sizeof(int));
    p->data[2] = 2;
    p->data = realloc(p->data, (k + 3) * sizeof(int));
    p->data[4] = 2;
    p->next = h;
    h = p;
  }
  while (h) { struct n *n = h->next; free(h->data); free(h); h = n; }
  return 0;
}

// safety: valid-deref; a list of arrays, of which the shortest has no such element when it has grown
struct n { struct n *next; int *data; };
int main(void) {
  struct n *h = 0;
  while (__VERIFIER_nondet_int()) {
    int k = __VERIFIER_nondet_int();
    if (k < 2 || k > 50) continue;
    struct n *p = malloc(sizeof *p);
    p->data = calloc(k, sizeof(int));
    p->data[1] = 2;
    p->data = realloc(p->data, (k + 3) * sizeof(int));
    p->data[5] = 2;
    p->next = h;
    h = p;
  }
  while (h) { struct n *n = h->next; free(h->data); free(h); h = n; }
  return 0;
}

// safety: valid-memtrack; a list of arrays that are not freed with their nodes
struct n { struct n *next; int *data; };
int main(void) {
  struct n *h = 0;
  while (__VERIFIER_nondet_int()) {
    int k = __VERIFIER_nondet_int();
    if (k < 2 || k > 50) continue;
    struct n *p = malloc(sizeof *p);
    p->data = calloc(k, sizeof(int));
    p->data[1] = 2;
    p->data = realloc(p->data, (k + 3) * sizeof(int));
    p->data[4] = 2;
    p->next = h;
    h = p;
  }
  while (h) { struct n *n = h->next; free(h); h = n; }
  return 0;
}
