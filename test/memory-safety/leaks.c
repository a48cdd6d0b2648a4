// safety: valid-memtrack; cleanup: false; main's return ends its variables
int main(void) { int *p = malloc(4); *p = 1; return 0; }

// safety: true; cleanup: false; a global pointer keeps the block
int *p;
int main(void) { p = malloc(4); return 0; }

// safety: true; cleanup: false; exit ends no variable
int main(void) { int *p = malloc(4); exit(0); }

// safety: true; cleanup: false; nor does abort
int main(void) { int *p = malloc(4); abort(); }

// safety: true; cleanup: false; a callee exits
void done(void) { exit(1); }
int main(void) { int *p = malloc(4); done(); return 0; }

// safety: valid-memtrack; cleanup: false; lost in a callee, then exit
void lose(void) { int *p = malloc(4); *p = 1; }
int main(void) { lose(); exit(0); }

// safety: true; cleanup: false; one past the end
char *q;
int main(void) { char *p = malloc(4); q = p + 4; p = 0; exit(0); }

// safety: valid-memtrack; cleanup: false; one more
char *q;
int main(void) { char *p = malloc(4); q = p + 5; p = 0; exit(0); }

// safety: true; cleanup: false; in the middle
char *q;
int main(void) { char *p = malloc(4); q = p + 2; p = 0; exit(0); }

// safety: valid-memtrack; cleanup: true; lost before an endless loop
int main(void) { int *p = malloc(4); p = 0; for (;;) ; }

// safety: true; cleanup: true; kept in an endless loop
int main(void) { int *p = malloc(4); for (;;) ; }

// safety: valid-memtrack; cleanup: true; lost in an endless loop that counts
int main(void) { unsigned n = 0; int *p = malloc(4); p = 0; for (;;) n++; }

// safety: valid-memtrack; cleanup: false; a cycle of two that nobody reaches
struct n { struct n *next; };
int main(void) {
  struct n *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->next = b; b->next = a;
  a = b = 0;
  exit(0);
}

// safety: true; cleanup: false; a chain that is reached
struct n { struct n *next; };
int main(void) {
  struct n *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->next = b; b->next = a;
  b = 0;
  exit(0);
}

// safety: true; cleanup: true; freed by a handler of atexit
int *p;
void release(void) { free(p); }
int main(void) { p = malloc(4); atexit(release); return 0; }

// safety: true; cleanup: false; the usual assumption aborts
void assume_abort_if_not(int c) { if (!c) abort(); }
int main(void) {
  int *p = malloc(4);
  assume_abort_if_not(__VERIFIER_nondet_int());
  free(p);
  return 0;
}

// safety: valid-memtrack; cleanup: true; lost before an assumption that waits for ever
int main(void) {
  int *p = malloc(4);
  int *q = p;
  p = q = 0;
  __VERIFIER_assume(0);
  return 0;
}

// safety: true; cleanup: true; an assumption that waits for ever keeps variables
int main(void) { int *p = malloc(4); __VERIFIER_assume(0); return 0; }

// safety: true; cleanup: true; freed on both ways
int main(void) {
  int *p = malloc(4);
  if (__VERIFIER_nondet_int()) { free(p); return 1; }
  free(p);
  return 0;
}

// safety: valid-memtrack; cleanup: false; forgotten on one way
int main(void) {
  int *p = malloc(4);
  if (__VERIFIER_nondet_int() == 17) return 1;
  free(p);
  return 0;
}

// safety: valid-memtrack; cleanup: false; a result that nobody takes
int main(void) { malloc(4); exit(0); }

// safety: valid-memtrack; cleanup: false; overwritten in a loop
int main(void) {
  int *p = 0;
  for (int i = 0; i < 3; i++) p = malloc(4);
  free(p);
  exit(0);
}

// safety: true; cleanup: true; freed in a loop
int main(void) {
  for (int i = 0; i < 3; i++) { int *p = malloc(4); free(p); }
  return 0;
}

// safety: true; cleanup: true; freed in a loop of unknown length
int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) { int *p = malloc(4); *p = i; free(p); }
  return 0;
}

// safety: valid-memtrack; cleanup: false; realloc moves, the old pointer is all that is kept
int *keep;
int main(void) {
  int *p = malloc(4);
  keep = p;
  p = realloc(p, 8);
  p = 0;
  exit(0);
}

// safety: true; cleanup: true; realloc to nothing frees
int main(void) { int *p = malloc(4); p = realloc(p, 0); return 0; }

// safety: true; cleanup: false; undecided; a variable out of scope on the stack still counts
int main(void) { { int *p = malloc(4); int **q = &p; *q = *q; } abort(); }

// safety: valid-memtrack; cleanup: false; undecided; the holder is freed
struct n { struct n *next; };
int main(void) {
  struct n *a = malloc(sizeof *a);
  a->next = malloc(sizeof *a);
  free(a);
  exit(0);
}

// safety: true; cleanup: false; a packed pointer at an odd address
struct __attribute__((packed)) s { char c; int *p; } s;
int main(void) { s.p = malloc(4); return 0; }

// safety: valid-memtrack; cleanup: open; lost before an invalid access: the first violation counts
int main(void) { int *p = malloc(4); p = 0; *p = 1; return 0; }

// safety: true; cleanup: false; blocks of several sizes in an array
int *a[3];
int main(void) {
  for (int i = 0; i < 3; i++) a[i] = malloc(4 * (i + 1));
  return 0;
}

// safety: true; cleanup: true; a failed assertion with nothing allocated
int main(void) {
  if (__VERIFIER_nondet_int()) __assert_fail("x", "f.c", 1, "main");
  return 0;
}

// safety: true; cleanup: false; a failed assertion with a block
int main(void) {
  int *p = malloc(4);
  if (__VERIFIER_nondet_int()) __assert_fail("x", "f.c", 1, "main");
  free(p);
  return 0;
}

// safety: valid-memtrack; cleanup: false; returned and dropped
int *make(void) { int *p = malloc(4); *p = 0; return p; }
int main(void) { make(); return 0; }

// safety: true; cleanup: true; a pointer that is stored through a pointer to a pointer
void make(int **to) { *to = malloc(4); }
int main(void) { int *p; make(&p); *p = 1; free(p); return 0; }

// safety: valid-memtrack; cleanup: false; undecided; the array that held the block is freed
int main(void) {
  int **rows = malloc(sizeof *rows);
  rows[0] = malloc(16);
  free(rows);
  exit(0);
}

// safety: valid-memtrack; cleanup: true; undecided; the array that held the block is freed, for ever
int main(void) {
  int **rows = malloc(sizeof *rows);
  rows[0] = malloc(16);
  free(rows);
  for (;;) ;
}
