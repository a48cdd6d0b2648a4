// safety: true; cleanup: true; a block of any size is filled
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 1000000) return 0;
  int *p = malloc(n * sizeof *p);
  for (unsigned i = 0; i < n; i++) p[i] = (int)i;
  free(p);
  return 0;
}

// safety: valid-deref; a block of any size is filled, one too many
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 1000000) return 0;
  int *p = malloc(n * sizeof *p);
  for (unsigned i = 0; i <= n; i++) p[i] = (int)i;
  free(p);
  return 0;
}

// safety: true; cleanup: true; a block of any size is filled and summed, signed
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  if (n < 1 || n > 100000) return 0;
  int *p = malloc(n * sizeof *p);
  for (int i = 0; i < n; i++) p[i] = i & 7;
  for (int i = n - 1; i >= 0; i--) sum ^= p[i];
  free(p);
  return sum;
}

// safety: valid-deref; a block of any size is summed from behind, one too far
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  if (n < 1 || n > 100000) return 0;
  int *p = malloc(n * sizeof *p);
  for (int i = 0; i < n; i++) p[i] = i & 7;
  for (int i = n - 1; i >= -1; i--) sum ^= p[i];
  free(p);
  return sum;
}

// safety: true; cleanup: true; a pointer walks to the end, which it is compared with for equality
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 100000) return 0;
  int *a = malloc(n * sizeof *a), *end = a + n;
  for (int *p = a; p != end; p++) *p = 1;
  free(a);
  return 0;
}

// safety: valid-deref; a pointer walks in twos past an end that it is compared with for equality
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 100000) return 0;
  int *a = malloc(n * sizeof *a), *end = a + n;
  for (int *p = a; p != end; p += 2) *p = 1;
  free(a);
  return 0;
}

// safety: true; cleanup: true; a pointer walks as long as it is less than the end
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 100000) return 0;
  short *a = malloc(n * sizeof *a), *end = a + n, *p = a;
  while (p < end) *p++ = 0;
  free(a);
  return 0;
}

// safety: valid-deref; a pointer walks as long as it is not more than the end
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 100000) return 0;
  short *a = malloc(n * sizeof *a), *end = a + n, *p = a;
  while (p <= end) *p++ = 0;
  free(a);
  return 0;
}

// safety: true; cleanup: true; a pointer walks back from the end
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 100000) return 0;
  long *a = malloc(n * sizeof *a), *p = a + n;
  while (p > a) *--p = 0;
  free(a);
  return 0;
}

// safety: valid-deref; a pointer walks back from the end and writes before it moves
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 100000) return 0;
  long *a = malloc(n * sizeof *a), *p = a + n;
  while (p > a) *p-- = 0;
  free(a);
  return 0;
}

// safety: true; cleanup: true; a counter and a pointer go together
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 100000) return 0;
  int *a = malloc(n * sizeof *a), *p = a;
  for (unsigned left = n; left > 0; left--) *p++ = 7;
  free(a);
  return 0;
}

// safety: valid-deref; a counter and a pointer go together, one step too many
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 100000) return 0;
  int *a = malloc(n * sizeof *a), *p = a;
  for (unsigned left = n + 1; left > 0; left--) *p++ = 7;
  free(a);
  return 0;
}

// safety: true; cleanup: true; a stack with push and pop
int main(void) {
  int n = __VERIFIER_nondet_int(), top = 0, sum = 0;
  if (n < 1 || n > 100000) return 0;
  int *stack = malloc(n * sizeof *stack);
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      if (top < n) stack[top++] = __VERIFIER_nondet_int();
    } else if (top > 0) sum ^= stack[--top];
  }
  free(stack);
  return sum;
}

// safety: valid-deref; a stack with push and pop, popped when it is empty
int main(void) {
  int n = __VERIFIER_nondet_int(), top = 0, sum = 0;
  if (n < 1 || n > 100000) return 0;
  int *stack = malloc(n * sizeof *stack);
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      if (top < n) stack[top++] = __VERIFIER_nondet_int();
    } else if (top >= 0) sum ^= stack[--top];
  }
  free(stack);
  return sum;
}

// safety: true; cleanup: true; the end of a string is found by a pointer
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 100000) return 0;
  char *s = malloc(n), *p = s;
  for (unsigned i = 0; i < n; i++) s[i] = __VERIFIER_nondet_char();
  s[n - 1] = 0;
  while (*p) p++;
  free(s);
  return 0;
}

// safety: valid-deref; the end of a string is found by a pointer, the end is written one too late
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 2 || n > 100000) return 0;
  char *s = malloc(n), *p = s;
  for (unsigned i = 0; i < n; i++) s[i] = __VERIFIER_nondet_char();
  if (s[n - 1] == 0) s[n - 1] = 1;
  while (*p) p++;
  free(s);
  return 0;
}

// safety: true; cleanup: true; the end of a string is found by an index
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  if (n < 1 || n > 100000) return 0;
  char *s = malloc(n);
  s[n - 1] = 0;
  while (s[i] != 0) i++;
  free(s);
  return (int)i;
}

// safety: valid-deref; the end of a string is found by an index that begins behind it
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 1;
  if (n < 1 || n > 100000) return 0;
  char *s = malloc(n);
  s[n - 1] = 0;
  while (s[i] != 0) i++;
  free(s);
  return (int)i;
}

// safety: true; cleanup: true; a string is copied to a block of its size
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 100000) return 0;
  char *s = malloc(n), *t = malloc(n), *p = s, *q = t;
  s[n - 1] = 0;
  while ((*q = *p) != 0) { p++; q++; }
  free(s); free(t);
  return 0;
}

// safety: valid-deref; a string is copied to a block without place for its end
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 100000) return 0;
  char *s = malloc(n), *t = malloc(n - 1), *p = s, *q = t;
  s[n - 1] = 0;
  while ((*q = *p) != 0) { p++; q++; }
  free(s); free(t);
  return 0;
}

// safety: true; cleanup: true; insertion sort
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) return 0;
  int *a = malloc(n * sizeof *a);
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 1; i < n; i++) {
    int x = a[i], j = i - 1;
    while (j >= 0 && a[j] > x) { a[j + 1] = a[j]; j--; }
    a[j + 1] = x;
  }
  free(a);
  return 0;
}

// safety: valid-deref; insertion sort that looks before the first element
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) return 0;
  int *a = malloc(n * sizeof *a);
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 1; i < n; i++) {
    int x = a[i], j = i - 1;
    while (j >= -1 && a[j] > x) { a[j + 1] = a[j]; j--; }
    a[j + 1] = x;
  }
  free(a);
  return 0;
}

// safety: true; cleanup: true; what passes a filter is copied
int main(void) {
  int n = __VERIFIER_nondet_int(), j = 0;
  if (n < 1 || n > 100000) return 0;
  int *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  for (int i = 0; i < n; i++) {
    a[i] = __VERIFIER_nondet_int();
    if (a[i] > 0) b[j++] = a[i];
  }
  free(a); free(b);
  return j;
}

// safety: valid-deref; what passes a filter is copied, some of it twice
int main(void) {
  int n = __VERIFIER_nondet_int(), j = 0;
  if (n < 1 || n > 100000) return 0;
  int *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  for (int i = 0; i < n; i++) {
    a[i] = __VERIFIER_nondet_int();
    if (a[i] > 0) b[j++] = a[i];
    if (a[i] > 100) b[j++] = a[i];
  }
  free(a); free(b);
  return j;
}

// safety: true; cleanup: true; undecided; a ring buffer whose positions are taken modulo its size
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), head = 0, tail = 0, count = 0, sum = 0;
  if (n < 1 || n > 1000) return 0;
  unsigned *ring = malloc(n * sizeof *ring);
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      if (count < n) { ring[tail] = 1; tail = (tail + 1) % n; count++; }
    } else if (count > 0) { sum += ring[head]; head = (head + 1) % n; count--; }
  }
  free(ring);
  return (int)sum;
}

// safety: valid-deref; a ring buffer whose positions come back one too late
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), head = 0, tail = 0, count = 0, sum = 0;
  if (n < 1 || n > 1000) return 0;
  unsigned *ring = malloc(n * sizeof *ring);
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      if (count < n) { ring[tail] = 1; tail = (tail + 1) % (n + 1); count++; }
    } else if (count > 0) { sum += ring[head]; head = (head + 1) % (n + 1); count--; }
  }
  free(ring);
  return (int)sum;
}

// safety: true; cleanup: true; a ring buffer whose position is set back at the end
int main(void) {
  int n = __VERIFIER_nondet_int(), at = 0;
  if (n < 1 || n > 1000) return 0;
  int *ring = malloc(n * sizeof *ring);
  while (__VERIFIER_nondet_int()) {
    ring[at] = 1;
    if (++at == n) at = 0;
  }
  free(ring);
  return 0;
}

// safety: valid-deref; a ring buffer whose position is set back behind the end
int main(void) {
  int n = __VERIFIER_nondet_int(), at = 0;
  if (n < 1 || n > 1000) return 0;
  int *ring = malloc(n * sizeof *ring);
  while (__VERIFIER_nondet_int()) {
    ring[at] = 1;
    if (at++ == n) at = 0;
  }
  free(ring);
  return 0;
}

// safety: true; cleanup: true; two pointers meet
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 100000) return 0;
  char *s = calloc(n, 1), *p = s, *q = s + n - 1;
  while (p < q) { char c = *p; *p++ = *q; *q-- = c; }
  free(s);
  return 0;
}

// safety: valid-deref; two pointers meet, the second begins behind the end
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 100000) return 0;
  char *s = calloc(n, 1), *p = s, *q = s + n;
  while (p < q) { char c = *p; *p++ = *q; *q-- = c; }
  free(s);
  return 0;
}

// safety: true; cleanup: true; rows of a matrix in one block
int main(void) {
  unsigned rows = __VERIFIER_nondet_uint();
  if (rows > 1000) return 0;
  int *m = malloc(rows * 3 * sizeof *m);
  for (unsigned i = 0; i < rows; i++)
    for (unsigned j = 0; j < 3; j++) m[3 * i + j] = 0;
  free(m);
  return 0;
}

// safety: valid-deref; rows of a matrix in one block, a column too many
int main(void) {
  unsigned rows = __VERIFIER_nondet_uint();
  if (rows > 1000) return 0;
  int *m = malloc(rows * 3 * sizeof *m);
  for (unsigned i = 0; i < rows; i++)
    for (unsigned j = 0; j <= 3; j++) m[3 * i + j] = 0;
  free(m);
  return 0;
}

// safety: true; cleanup: true; an array of records of any length
struct point { int x, y; };
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 100000) return 0;
  struct point *a = calloc(n, sizeof *a), *end = a + n;
  for (struct point *p = a; p != end; ++p) p->y = p->x + 1;
  free(a);
  return 0;
}

// safety: valid-deref; an array of records of any length, read once behind its end
struct point { int x, y; };
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 100000) return 0;
  struct point *a = calloc(n, sizeof *a), *end = a + n, *p = a;
  do p->y = 1; while (p++ != end);
  free(a);
  return 0;
}

// safety: true; cleanup: true; binary search
int main(void) {
  int n = __VERIFIER_nondet_int(), key = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) return 0;
  int *a = malloc(n * sizeof *a);
  for (int i = 0; i < n; i++) a[i] = i;
  int low = 0, high = n - 1;
  while (low <= high) {
    int middle = low + (high - low) / 2;
    if (a[middle] < key) low = middle + 1;
    else if (a[middle] > key) high = middle - 1;
    else break;
  }
  free(a);
  return 0;
}

// safety: valid-deref; binary search to an end that is behind the last element
int main(void) {
  int n = __VERIFIER_nondet_int(), key = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) return 0;
  int *a = malloc(n * sizeof *a);
  for (int i = 0; i < n; i++) a[i] = i;
  int low = 0, high = n;
  while (low <= high) {
    int middle = low + (high - low) / 2;
    if (a[middle] < key) low = middle + 1;
    else if (a[middle] > key) high = middle - 1;
    else break;
  }
  free(a);
  return 0;
}

// safety: true; cleanup: true; undecided; the longer half of two blocks is merged into a third
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), i = 0, j = 0, k = 0;
  if (n < 0 || m < 0 || n > 1000 || m > 1000) return 0;
  int *a = calloc(n, sizeof *a), *b = calloc(m, sizeof *b), *c = malloc((n + m) * sizeof *c);
  while (i < n && j < m) c[k++] = a[i] < b[j] ? a[i++] : b[j++];
  while (i < n) c[k++] = a[i++];
  while (j < m) c[k++] = b[j++];
  free(a); free(b); free(c);
  return 0;
}

// safety: valid-deref; two blocks are merged into one that has no place for the last element
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), i = 0, j = 0, k = 0;
  if (n < 0 || m < 1 || n > 1000 || m > 1000) return 0;
  int *a = calloc(n, sizeof *a), *b = calloc(m, sizeof *b), *c = malloc((n + m - 1) * sizeof *c);
  while (i < n && j < m) c[k++] = a[i] < b[j] ? a[i++] : b[j++];
  while (i < n) c[k++] = a[i++];
  while (j < m) c[k++] = b[j++];
  free(a); free(b); free(c);
  return 0;
}

// safety: true; cleanup: true; decimal digits of a number
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), n = 0;
  char *s = malloc(11);
  do { s[n++] = (char)('0' + x % 10); x /= 10; } while (x > 0);
  s[n] = 0;
  free(s);
  return 0;
}

// safety: valid-deref; decimal digits of a number, without place for the end
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), n = 0;
  char *s = malloc(10);
  do { s[n++] = (char)('0' + x % 10); x /= 10; } while (x > 0);
  s[n] = 0;
  free(s);
  return 0;
}
