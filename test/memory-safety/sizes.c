// safety: true; cleanup: true; calloc of a count that is not known
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 8) return 0;
  int *p = calloc(n, sizeof *p);
  int x = p[n - 1];
  free(p);
  if (x != 0) { int *q = 0; *q = 1; }
  return 0;
}

// safety: valid-deref; calloc of a count that is not known, one too many
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 8) return 0;
  int *p = calloc(n, sizeof *p);
  int x = p[n];
  free(p);
  return x;
}

// safety: valid-memtrack; cleanup: false; a block of a count that is not known is lost
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 8) return 0;
  int *p = calloc(n, sizeof *p);
  p = 0;
  return 0;
}

// safety: true; cleanup: true; realloc keeps what was there
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 4 || n > 12) return 0;
  int *p = malloc(4);
  *p = 7;
  p = realloc(p, n);
  int x = *p;
  free(p);
  if (x != 7) { int *q = 0; *q = 1; }
  return 0;
}

// safety: valid-deref; realloc to less than is written
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 12) return 0;
  char *p = malloc(12);
  p = realloc(p, n);
  p[9] = 1;
  free(p);
  return 0;
}

// safety: valid-free; cleanup: open; realloc to a size that may be nothing, then free
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 1) return 0;
  char *p = malloc(2), *q;
  q = realloc(p, n);
  if (n == 0) free(p);
  free(q);
  return 0;
}

// safety: true; cleanup: true; realloc grows in steps
int main(void) {
  int *p = 0;
  for (unsigned n = 1; n < 5; n++) { p = realloc(p, n * sizeof *p); p[n - 1] = (int)n; }
  int x = p[0] + p[3];
  free(p);
  if (x != 5) { int *q = 0; *q = 1; }
  return 0;
}

// safety: valid-memtrack; cleanup: false; the result of realloc is not kept
int main(void) {
  int *p = malloc(4);
  realloc(p, 8);
  return 0;
}

// safety: true; cleanup: true; memcpy of as much as there is
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 6) return 0;
  char from[6] = "hello", to[6] = "";
  memcpy(to, from, n);
  if (n > 1 && to[1] != 'e') { int *q = 0; *q = 1; }
  return 0;
}

// safety: valid-deref; memcpy of one more than there is to read
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 7) return 0;
  char from[6] = "hello", to[9];
  memcpy(to, from, n);
  return 0;
}

// safety: valid-deref; memcpy of one more than there is room
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 7) return 0;
  char from[9] = "hello", to[6];
  memcpy(to, from, n);
  return 0;
}

// safety: true; cleanup: true; a copy of a block of unknown size
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 9) return 0;
  char *p = malloc(n), *q = malloc(n);
  p[n - 1] = 3;
  memcpy(q, p, n);
  int x = q[n - 1];
  free(p); free(q);
  if (x != 3) { int *r = 0; *r = 1; }
  return 0;
}

// safety: valid-deref; a copy of a block of unknown size into a smaller one
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 9) return 0;
  char *p = malloc(n), *q = malloc(n - 1);
  memcpy(q, p, n);
  free(p); free(q);
  return 0;
}

// safety: true; cleanup: true; a block of unknown size is cleared
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 2 || n > 9) return 0;
  char *p = malloc(n);
  memset(p, 0, n);
  int x = p[n / 2];
  free(p);
  if (x != 0) { int *r = 0; *r = 1; }
  return 0;
}

// safety: valid-deref; a block of unknown size is cleared, and a byte behind it
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 2 || n > 9) return 0;
  char *p = malloc(n);
  memset(p, 0, n + 1);
  free(p);
  return 0;
}

// safety: true; cleanup: true; memmove of a part of unknown length
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 5) return 0;
  char a[6] = "abcde";
  memmove(a, a + 1, n);
  if (n == 5 && a[0] != 'b') { int *r = 0; *r = 1; }
  return 0;
}

// safety: valid-deref; the size wraps around
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n != 0x40000001u) return 0;
  unsigned bytes = n * 4u;
  int *p = malloc(bytes);
  p[1] = 5;
  free(p);
  return 0;
}

// safety: true; cleanup: true; realloc of one of two blocks
int main(void) {
  int *p = malloc(4), *q = malloc(8), c = __VERIFIER_nondet_int();
  *p = 1; q[0] = 2; q[1] = 3;
  int *r = c ? p : q;
  r = realloc(r, 12);
  r[2] = 4;
  if (r[0] != (c ? 1 : 2)) { int *z = 0; *z = 1; }
  free(r);
  free(c ? q : p);
  return 0;
}

// safety: valid-free; cleanup: open; realloc of one of two blocks, which is freed once more
int main(void) {
  int *p = malloc(4), *q = malloc(8), c = __VERIFIER_nondet_int();
  int *r = c ? p : q;
  r = realloc(r, 12);
  free(r);
  free(c ? p : q);
  free(c ? q : p);
  return 0;
}

// safety: valid-deref; what realloc has added may be anything
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 5 || n > 9) return 0;
  unsigned char *p = malloc(4);
  memset(p, 0, 4);
  p = realloc(p, n);
  int x = p[4];
  free(p);
  if (x == 77) { int *z = 0; *z = 1; }
  return 0;
}

// safety: true; cleanup: true; calloc of two sizes that are not known
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
  if (n < 1 || n > 1000 || m < 1 || m > 1000) return 0;
  char *a = calloc(n, m);
  for (unsigned i = 0; i < m; i++) a[i] = 1;
  free(a);
  return 0;
}

// safety: valid-deref; calloc of two sizes that are not known, and an element behind the last row
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
  if (n < 1 || n > 1000 || m < 1 || m > 1000) return 0;
  char *a = calloc(n, m);
  a[n * m - 1 + (m > 3)] = 1;
  free(a);
  return 0;
}

// safety: true; cleanup: true; calloc of two sizes whose product may be none
int main(void) {
  size_t n = (size_t)__VERIFIER_nondet_uint() << 8, m = (size_t)__VERIFIER_nondet_uint() << 8;
  if (n == 0 || m == 0) return 0;
  char *a = calloc(n, m);
  if (a != 0) a[0] = 1;
  free(a);
  return 0;
}

// safety: valid-deref; calloc of two sizes whose product may be none, and nobody asks
int main(void) {
  size_t n = (size_t)__VERIFIER_nondet_uint() << 8, m = (size_t)__VERIFIER_nondet_uint() << 31;
  if (n == 0 || m == 0) return 0;
  char *a = calloc(n, m);
  a[0] = 1;
  free(a);
  return 0;
}
