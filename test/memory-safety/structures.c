// safety: true; cleanup: true; a tree is built and felled
struct t { struct t *l, *r; int v; };
void grow(struct t **t, int v) {
  while (*t) t = v < (*t)->v ? &(*t)->l : &(*t)->r;
  *t = calloc(1, sizeof **t);
  (*t)->v = v;
}
void fell(struct t *t) { if (t) { fell(t->l); fell(t->r); free(t); } }
int main(void) {
  struct t *t = 0;
  for (int i = 0; i < 3; i++) grow(&t, __VERIFIER_nondet_int());
  fell(t);
  return 0;
}

// safety: valid-memtrack; cleanup: false; a branch of the tree is forgotten
struct t { struct t *l, *r; int v; };
void grow(struct t **t, int v) {
  while (*t) t = v < (*t)->v ? &(*t)->l : &(*t)->r;
  *t = calloc(1, sizeof **t);
  (*t)->v = v;
}
void fell(struct t *t) { if (t) { fell(t->l); free(t); } }
int main(void) {
  struct t *t = 0;
  for (int i = 0; i < 3; i++) grow(&t, __VERIFIER_nondet_int());
  fell(t);
  return 0;
}

// safety: valid-deref; a tree is left after its root is freed
struct t { struct t *l, *r; };
void fell(struct t *t) { if (t) { free(t); fell(t->l); fell(t->r); } }
int main(void) { struct t *t = calloc(1, sizeof *t); fell(t); return 0; }

// safety: valid-free; cleanup: open; two branches are one
struct t { struct t *l, *r; };
void fell(struct t *t) { if (t) { fell(t->l); fell(t->r); free(t); } }
int main(void) {
  struct t *t = calloc(1, sizeof *t);
  t->l = t->r = calloc(1, sizeof *t);
  fell(t->l);
  free(t->r);
  return 0;
}

// safety: true; cleanup: true; counted references
struct o { int count; };
struct o *take(struct o *o) { o->count++; return o; }
void drop(struct o *o) { if (--o->count == 0) free(o); }
int main(void) {
  struct o *a = malloc(sizeof *a);
  a->count = 1;
  struct o *b = __VERIFIER_nondet_int() ? take(a) : 0;
  drop(a);
  if (b) drop(b);
  return 0;
}

// safety: valid-deref; a reference is dropped once too often
struct o { int count; };
void drop(struct o *o) { if (--o->count == 0) free(o); }
int main(void) {
  struct o *a = malloc(sizeof *a);
  a->count = 1;
  drop(a);
  if (__VERIFIER_nondet_int()) drop(a);
  return 0;
}

// safety: true; cleanup: true; the record around a member
struct link { struct link *next; };
struct item { int v; struct link link; };
int main(void) {
  struct item *i = malloc(sizeof *i);
  struct link *l = &i->link;
  struct item *j = (struct item *)((char *)l - __builtin_offsetof(struct item, link));
  j->v = 1;
  free(j);
  return 0;
}

// safety: valid-free; cleanup: open; the member is freed in place of the record
struct link { struct link *next; };
struct item { int v; struct link link; };
int main(void) { struct item *i = malloc(sizeof *i); struct link *l = &i->link; free(l); return 0; }

// safety: valid-deref; a pointer into the frame of a function that has returned is kept in a block
int **h;
void set(void) { int x = 3; *h = &x; }
int main(void) { h = malloc(sizeof *h); set(); int v = **h; free(h); return v; }

// safety: true; cleanup: true; rows of a matrix
int main(void) {
  int *m[3];
  for (int i = 0; i < 3; i++) { m[i] = malloc(8); m[i][0] = i; m[i][1] = -i; }
  int s = m[2][1];
  for (int i = 0; i < 3; i++) free(m[i]);
  return s;
}

// safety: valid-free; cleanup: open; a row of a matrix is freed twice
int main(void) {
  int *m[3];
  for (int i = 0; i < 3; i++) m[i] = malloc(8);
  m[1] = m[1];
  for (int i = 0; i < 3; i++) free(m[i]);
  free(m[1]);
  return 0;
}

// safety: valid-memtrack; cleanup: false; a row of a matrix is overwritten
int main(void) {
  int *m[3];
  for (int i = 0; i < 3; i++) m[i] = malloc(8);
  m[1] = m[2];
  free(m[0]); free(m[2]);
  exit(0);
}

// safety: true; cleanup: true; pointers are exchanged
void swap(int **a, int **b) { int *c = *a; *a = *b; *b = c; }
int main(void) {
  int *p = malloc(4), *q = malloc(8);
  swap(&p, &q);
  p[1] = 1;
  free(p); free(q);
  return 0;
}

// safety: valid-deref; pointers are exchanged, sizes are not
void swap(int **a, int **b) { int *c = *a; *a = *b; *b = c; }
int main(void) {
  int *p = malloc(4), *q = malloc(8);
  swap(&p, &q);
  q[1] = 1;
  free(p); free(q);
  return 0;
}
