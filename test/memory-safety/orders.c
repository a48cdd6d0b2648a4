// safety: true; cleanup: true; two links of a node behind a pointer to a pointer are set at once
struct t { struct t *l, *r; };
static void make(struct t **p) { *p = malloc(sizeof(struct t)); (*p)->l = (*p)->r = 0; }
int main(void) { struct t *a; make(&a); if (a->l != 0) make(&a->l); free(a); return 0; }

// safety: open; two links of a node are set at once, and one of them leads there
struct t { struct t *l, *r; };
static void clear(struct t **p) { (*p)->l = (*p)->r = 0; }
int main(void) { struct t a; a.r = &a; clear(&a.r); return 0; }

// safety: true; cleanup: true; a number is put behind the last one of a vector
struct v { int *data; int length; int capacity; };
static void push(struct v *v, int x) {
  if (v->length == v->capacity) {
    v->capacity = v->capacity ? 2 * v->capacity : 2;
    v->data = realloc(v->data, v->capacity * sizeof(int));
  }
  v->data[v->length++] = x;
}
int main(void) {
  struct v v = { 0, 0, 0 };
  for (int i = 0; i < 5; i++) push(&v, i);
  free(v.data);
  return 0;
}

// safety: valid-deref; a number is put one behind the last one of a vector
struct v { int *data; int length; int capacity; };
static void push(struct v *v, int x) { if (v->length < v->capacity) v->data[++v->length] = x; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  struct v v = { malloc(16), 0, 4 };
  for (int i = 0; i < n; i++) push(&v, i);
  free(v.data);
  return 0;
}

// safety: true; cleanup: true; a stack of any height
struct s { int *data; int top; int capacity; };
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) return 0;
  struct s *s = malloc(sizeof *s);
  s->data = malloc(n * sizeof(int)); s->top = -1; s->capacity = n;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) { if (s->top + 1 < s->capacity) s->data[++s->top] = 1; }
    else if (s->top >= 0) s->data[s->top--] += 2;
  }
  free(s->data);
  free(s);
  return 0;
}

// safety: open; a number is put where the length of the vector stands
struct v { int *data; int length; };
int main(void) {
  struct v v;
  v.data = &v.length;
  v.length = 0;
  struct v *p = &v;
  p->data[p->length++] = 0;
  return 0;
}

// safety: open; a number is put where the length of the vector stands, where the environment says so
struct v { int *data; int length; };
int main(void) {
  struct v *p = malloc(sizeof *p);
  int numbers[2];
  p->data = __VERIFIER_nondet_int() ? &p->length : numbers;
  p->length = 0;
  p->data[p->length++] = 0;
  free(p);
  return 0;
}

// safety: true; cleanup: true; characters are put into a buffer within the record that counts them
struct b { int length; char text[8]; };
static void put(struct b *b, char c) { if (b->length < 8) b->text[b->length++] = c; }
int main(void) {
  struct b *b = malloc(sizeof *b);
  b->length = 0;
  while (__VERIFIER_nondet_int()) put(b, 'x');
  free(b);
  return 0;
}

// safety: open; characters are put before the buffer, where the record counts them
struct b { int length; char text[8]; };
int main(void) {
  struct b *b = malloc(sizeof *b);
  b->length = -1;
  b->text[b->length++] = 0;
  free(b);
  return 0;
}

// safety: open; the last byte of the number that is counted is hit
struct v { unsigned char *data; int length; };
int main(void) {
  struct v v, *p = &v;
  v.data = (unsigned char *)&v.length;
  v.length = 3;
  p->data[p->length++] = 0;
  return 0;
}

// safety: open; what a call changes is read in the same expression
struct t { struct t *l; int v; };
static struct t *make(struct t **p) { struct t *n = malloc(sizeof *n); *p = 0; return n; }
int main(void) { struct t a; struct t *p = &a; struct t **q = &p; (*q)->l = make(q); free(a.l); return 0; }
