// safety: true; cleanup: true; an array that is doubled by realloc when it is full
int main(void) {
  unsigned capacity = 4, length = 0;
  int *a = malloc(capacity * sizeof *a);
  while (__VERIFIER_nondet_int()) {
    if (length == capacity) {
      if (capacity > 100000) break;
      capacity *= 2;
      a = realloc(a, capacity * sizeof *a);
    }
    a[length++] = __VERIFIER_nondet_int();
  }
  free(a);
  return 0;
}

// safety: valid-deref; an array that is doubled by realloc when it is more than full
int main(void) {
  unsigned capacity = 4, length = 0;
  int *a = malloc(capacity * sizeof *a);
  while (__VERIFIER_nondet_int()) {
    if (length > capacity) {
      if (capacity > 100000) break;
      capacity *= 2;
      a = realloc(a, capacity * sizeof *a);
    }
    a[length++] = __VERIFIER_nondet_int();
  }
  free(a);
  return 0;
}

// safety: true; cleanup: true; an array that begins as none grows by one element at a time, and is read
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), sum = 0;
  if (n > 1000) return 0;
  unsigned *a = 0;
  for (unsigned i = 0; i < n; i++) {
    a = realloc(a, (i + 1) * sizeof *a);
    a[i] = i;
  }
  for (unsigned i = 0; i < n; i++) sum += a[i];
  free(a);
  return (int)sum;
}

// safety: valid-deref; an array that begins as none grows by one element at a time, and is read from behind its end
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), sum = 0;
  if (n > 1000) return 0;
  unsigned *a = 0;
  for (unsigned i = 0; i < n; i++) {
    a = realloc(a, (i + 1) * sizeof *a);
    a[i] = i;
  }
  for (unsigned i = 0; i < n; i++) sum += a[n - i];
  free(a);
  return (int)sum;
}

// safety: true; cleanup: true; a string is moved to a block of twice its size by hand
int main(void) {
  unsigned n = 1;
  char *p = malloc(n);
  p[0] = 0;
  while (__VERIFIER_nondet_int() && n < 10000) {
    char *q = malloc(2 * n);
    memcpy(q, p, n);
    free(p);
    p = q;
    n = 2 * n;
    p[n - 1] = 0;
  }
  free(p);
  return 0;
}

// safety: valid-memtrack; cleanup: false; a string is moved to a block of twice its size, and the old block is lost
int main(void) {
  unsigned n = 1;
  char *p = malloc(n);
  p[0] = 0;
  while (__VERIFIER_nondet_int() && n < 10000) {
    char *q = malloc(2 * n);
    memcpy(q, p, n);
    p = q;
    n = 2 * n;
    p[n - 1] = 0;
  }
  free(p);
  return 0;
}

// safety: true; cleanup: true; a vector in a record grows in a function of its own
struct vector { unsigned *data; unsigned length, capacity; };
static void push(struct vector *v, unsigned x) {
  if (v->length == v->capacity) {
    v->capacity = v->capacity ? 2 * v->capacity : 4;
    v->data = realloc(v->data, v->capacity * sizeof *v->data);
  }
  v->data[v->length] = x;
  v->length++;
}
int main(void) {
  struct vector v = {0, 0, 0};
  while (__VERIFIER_nondet_int() && v.length < 1000) push(&v, __VERIFIER_nondet_uint());
  free(v.data);
  return 0;
}

// safety: valid-deref; a vector in a record whose pointer is kept while it grows
struct vector { unsigned *data; unsigned length, capacity; };
static void push(struct vector *v, unsigned x) {
  if (v->length == v->capacity) {
    v->capacity = v->capacity ? 2 * v->capacity : 4;
    v->data = realloc(v->data, v->capacity * sizeof *v->data);
  }
  v->data[v->length] = x;
  v->length++;
}
int main(void) {
  struct vector v = {0, 0, 0};
  push(&v, 1);
  unsigned *first = v.data;
  while (__VERIFIER_nondet_int() && v.length < 1000) push(&v, __VERIFIER_nondet_uint());
  *first = 2;
  free(v.data);
  return 0;
}

// safety: true; cleanup: true; a buffer that is there only now and then
int main(void) {
  char *p = 0;
  while (__VERIFIER_nondet_int()) {
    if (p == 0) { p = malloc(8); p[7] = 0; }
    else if (__VERIFIER_nondet_int()) { free(p); p = 0; }
    else p[3] = 1;
  }
  free(p);
  return 0;
}

// safety: valid-free; a buffer that is there only now and then, freed and kept
int main(void) {
  char *p = 0;
  while (__VERIFIER_nondet_int()) {
    if (p == 0) { p = malloc(8); p[7] = 0; }
    else if (__VERIFIER_nondet_int()) { free(p); }
  }
  free(p);
  return 0;
}

// safety: true; cleanup: true; a cursor goes with the block that is replaced
int main(void) {
  unsigned capacity = 8;
  char *a = malloc(capacity), *end = a;
  while (__VERIFIER_nondet_int()) {
    if (end == a + capacity) {
      if (capacity > 100000) break;
      char *b = realloc(a, 2 * capacity);
      end = b + capacity;
      a = b;
      capacity *= 2;
    }
    *end++ = __VERIFIER_nondet_char();
  }
  free(a);
  return 0;
}

// safety: valid-deref; a cursor stays with the block that is replaced
int main(void) {
  unsigned capacity = 8;
  char *a = malloc(capacity), *end = a;
  while (__VERIFIER_nondet_int()) {
    if (end == a + capacity) {
      if (capacity > 100000) break;
      a = realloc(a, 2 * capacity);
      capacity *= 2;
    }
    *end++ = __VERIFIER_nondet_char();
  }
  free(a);
  return 0;
}

// safety: valid-free; one of two pointers to a block follows it when it moves, the other one is freed
struct holder { char *data; };
int main(void) {
  struct holder s, t;
  unsigned n = 1;
  s.data = malloc(n);
  t.data = s.data;
  while (__VERIFIER_nondet_int() && n < 1000) { n++; s.data = realloc(s.data, n); }
  free(t.data);
  if (n > 1) free(s.data);
  return 0;
}

// safety: true; cleanup: true; both pointers to a block follow it when it moves
struct holder { char *data; };
int main(void) {
  struct holder s, t;
  unsigned n = 1;
  s.data = malloc(n);
  t.data = s.data;
  while (__VERIFIER_nondet_int() && n < 1000) { n++; s.data = realloc(s.data, n); t.data = s.data; }
  t.data[n - 1] = 0;
  free(s.data);
  return 0;
}

// safety: valid-deref; the block of the time before is kept, and read after the loop
int main(void) {
  unsigned n = 1;
  char *p = malloc(n), *before = p;
  while (__VERIFIER_nondet_int() && n < 1000) { before = p; n++; p = realloc(p, n); p[n - 1] = 1; }
  char c = before[0];
  free(p);
  return n > 1 ? c : 0;
}

// safety: valid-memtrack; cleanup: false; a block that is made anew each time is lost the fifth time
int main(void) {
  char *p = malloc(1);
  for (unsigned i = 0; i < 1000 && __VERIFIER_nondet_int(); i++) {
    if (i != 4) free(p);
    p = malloc(i + 1);
    p[i] = 1;
  }
  free(p);
  return 0;
}

// safety: true; cleanup: true; a block that is made anew each time
int main(void) {
  char *p = malloc(1);
  for (unsigned i = 0; i < 1000 && __VERIFIER_nondet_int(); i++) {
    free(p);
    p = malloc(i + 1);
    p[i] = 1;
  }
  p[0] = 1;
  free(p);
  return 0;
}

// safety: valid-deref; a block that is made anew each time is read behind its end after the loop
int main(void) {
  char *p = malloc(1);
  unsigned i;
  for (i = 0; i < 1000 && __VERIFIER_nondet_int(); i++) {
    free(p);
    p = malloc(i + 1);
    p[i] = 1;
  }
  p[i] = 1;
  free(p);
  return 0;
}

// safety: valid-deref; a block that grows becomes small the seventh time
int main(void) {
  unsigned n = 4;
  int *p = malloc(n * sizeof *p);
  for (unsigned i = 0; i < 1000 && __VERIFIER_nondet_int(); i++) {
    n++;
    p = realloc(p, (i == 6 ? 3 : n) * sizeof *p);
    p[n - 1] = 1;
  }
  free(p);
  return 0;
}

// safety: true; cleanup: true; undecided; two arrays that grow by turns
int main(void) {
  unsigned n = 1, m = 1;
  char *p = malloc(n), *q = malloc(m);
  while (__VERIFIER_nondet_int() && n < 1000 && m < 1000) {
    if (__VERIFIER_nondet_int()) { n++; p = realloc(p, n); p[n - 1] = 1; }
    else { m++; q = realloc(q, m); q[m - 1] = 1; }
  }
  p[n - 1] = q[m - 1];
  free(p); free(q);
  return 0;
}

// safety: valid-deref; of two arrays that grow by turns, one is read as far as the other goes
int main(void) {
  unsigned n = 1, m = 1;
  char *p = malloc(n), *q = malloc(m);
  while (__VERIFIER_nondet_int() && n < 1000 && m < 1000) {
    if (__VERIFIER_nondet_int()) { n++; p = realloc(p, n); p[n - 1] = 1; }
    else { m++; q = realloc(q, m); q[m - 1] = 1; }
  }
  p[n - 1] = q[n - 1];
  free(p); free(q);
  return 0;
}

// safety: valid-free; two arrays change places, until both are one, which is freed twice
int main(void) {
  char *p = malloc(4), *q = malloc(8);
  while (__VERIFIER_nondet_int()) {
    char *other = p;
    if (__VERIFIER_nondet_int()) { free(p); p = q; continue; }
    p = q;
    q = other;
  }
  free(p);
  free(q);
  return 0;
}

// safety: valid-deref; a block that a number names is used after it has moved
int main(void) {
  unsigned n = 1;
  char *p = malloc(n);
  unsigned long name = (unsigned long)p;
  while (__VERIFIER_nondet_int() && n < 1000) { n++; p = realloc(p, n); p[n - 1] = 1; }
  *(char *)name = 2;
  free(p);
  return 0;
}

// safety: valid-deref; a number that was the address of a block that is replaced is followed in a union
int main(void) {
  union { char *at; unsigned long number; } old;
  char *p = malloc(1);
  old.at = p;
  while (__VERIFIER_nondet_int()) {
    old.number = (unsigned long)p;
    free(p);
    p = malloc(1);
  }
  *old.at = 1;
  free(p);
  return 0;
}
