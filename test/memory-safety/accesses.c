// safety: valid-deref; the address of a local is returned and used
int *f(void) { int x = 1; int *p = &x; return p; }
int main(void) { return *f(); }

// safety: valid-deref; a local of a block, after the block
int main(void) { int *p; { int x = 1; p = &x; } return *p; }

// safety: true; alloca of a loop's body lives to the end of the function
int main(void) {
  char *p = 0;
  for (int i = 0; i < 2; i++) p = alloca(4);
  p[3] = 1;
  return 0;
}

// safety: valid-deref; but not after it
char *f(void) { char *p = alloca(4); p[0] = 1; return p; }
int main(void) { return *f(); }

// safety: valid-deref; behind a variable-length array
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 9) return 0;
  int a[n];
  a[n] = 1;
  return 0;
}

// safety: true; a variable-length array
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 9) return 0;
  int a[n];
  a[n - 1] = 1;
  return 0;
}

// safety: valid-deref; strcpy of four characters into three
int main(void) { char a[3]; strcpy(a, "abc"); return 0; }

// safety: true; strcpy that fits
int main(void) { char a[4]; strcpy(a, "abc"); return a[3]; }

// safety: valid-deref; strlen of what has no end
int main(void) { char a[3]; a[0] = a[1] = a[2] = 'x'; return (int)strlen(a); }

// safety: valid-deref; memcpy reads too much
int main(void) { char a[4], b[8]; memcpy(b, a, 5); return 0; }

// safety: valid-deref; memcpy writes too much
int main(void) { char a[4], b[8]; memcpy(a, b, 5); return 0; }

// safety: true; memcpy that fits
int main(void) { char a[4], b[8]; memcpy(a, b, 4); memcpy(b + 4, a, 4); return 0; }

// safety: valid-deref; malloc of nothing is read
int main(void) { char *p = malloc(0); return *p; }

// safety: valid-deref; the old pointer after realloc
int main(void) { int *p = malloc(4); int *q = realloc(p, 400); *p = 1; free(q); return 0; }

// safety: valid-deref; the neighbour is hit
int main(void) {
  int *p = malloc(40), *q = malloc(40);
  p[20] = 1;
  free(p); free(q);
  return 0;
}

// safety: valid-deref; the neighbour on the stack is hit
void set(int *p) { p[20] = 1; }
int main(void) { int a[10], b[10]; set(a); b[0] = 1; return a[0] + b[0]; }

// safety: valid-deref; the neighbour before is hit
int main(void) {
  int *p = malloc(40), *q = malloc(40);
  q[-20] = 1;
  free(p); free(q);
  return 0;
}

// safety: valid-deref; an indeterminate pointer
int main(void) { int *p; return *p; }

// safety: valid-deref; a null pointer
int main(void) { int *p = 0; if (__VERIFIER_nondet_int() == 5) *p = 1; return 0; }

// safety: valid-deref; use after free
int main(void) { int *p = malloc(4); free(p); return *p; }

// safety: true; a freed pointer is compared
int main(void) { int *p = malloc(4); free(p); if (p == 0) return 1; return 0; }

// safety: true; the address of a member of nothing
struct s { int a, b; };
int main(void) { struct s *p = 0; int *q = &p->b; return q == 0; }

// safety: true; there and back again
int main(void) { int a[4]; int *p = a; p = p + 100; p = p - 100; *p = 1; return 0; }

// safety: true; beyond a member, within the object
struct s { int a[2]; int b; } s;
int main(void) { int *p = s.a; p[2] = 1; return 0; }

// safety: true; a row of an array is part of it
int m[2][3];
int main(void) { int *p = m[0]; p[4] = 1; return 0; }

// safety: open; a literal is written
int main(void) { char *p = "abc"; p[0] = 'x'; return 0; }

// safety: open; objects that overlap
int main(void) { char a[8]; memcpy(a, a + 2, 4); return 0; }

// safety: true; the same object is copied onto itself by memmove
int main(void) { char a[8]; memmove(a, a + 2, 4); return 0; }

// safety: open; nothing is copied from a null pointer
int main(void) { char a[4]; memcpy(a, 0, 0); return 0; }

// safety: true; undecided; malloc(4 * n) within
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 1000) return 0;
  int *p = malloc(4 * n);
  for (unsigned i = 0; i < n; i++) p[i] = 0;
  free(p);
  return 0;
}

// safety: valid-deref; malloc(4 * n), one too many
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 1000) return 0;
  int *p = malloc(4 * n);
  for (unsigned i = 0; i <= n; i++) p[i] = 0;
  free(p);
  return 0;
}

// safety: false-or-unknown; freed late, used later
int main(void) {
  int *p = malloc(4);
  for (int i = 0; i < 200000; i++) {
    if (i == 100000) free(p);
  }
  *p = 1;
  return 0;
}

// safety: valid-deref; a pointer of which the size is known later
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 20) return 0;
  char *p = malloc(10);
  p[n] = 1;
  free(p);
  return 0;
}

// safety: true; a negative index within
int main(void) { int a[4]; int *p = a + 3; p[-3] = 1; return 0; }

// safety: valid-deref; before the start
int main(void) { int a[4]; int i = -1; a[0] = 0; int *p = a; return p[i]; }

// safety: valid-deref; an integer as a pointer
int main(void) { int *p = (int *)1000; *p = 1; return 0; }

// safety: valid-deref; puts of what has no end
int main(void) { char a[3]; a[0] = a[1] = a[2] = 'x'; puts(a); return 0; }

// safety: valid-deref; printf of what has no end
int main(void) {
  char *a = malloc(3);
  memset(a, 'x', 3);
  printf("%d %s\n", 1, a);
  free(a);
  return 0;
}

// safety: true; the precision says how many
int main(void) {
  char a[3];
  a[0] = a[1] = a[2] = 'x';
  printf("%.3s|%.*s\n", a, 2, a);
  return 0;
}

// safety: valid-deref; the precision is too great
int main(void) {
  char a[3];
  a[0] = a[1] = a[2] = 'x';
  printf("%.4s\n", a);
  return 0;
}

// safety: valid-deref; a freed string is printed
int main(void) {
  char *a = malloc(3);
  a[0] = 0;
  free(a);
  puts(a);
  return 0;
}

// safety: true; a string is printed
int main(void) { char a[3]; a[0] = 'x'; a[1] = 0; printf("%s\n", a); puts(a); return 0; }

// safety: true; the end of a string is searched for
int main(void) {
  char a[5];
  for (int i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_char();
  a[4] = 0;
  int n = 0;
  while (a[n]) n++;
  return n;
}

// safety: valid-deref; memset of too much
int main(void) { char *p = malloc(4); memset(p, 1, 5); free(p); return 0; }

// safety: valid-deref; memset of an unknown size
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 5) return 0;
  char *p = malloc(4);
  memset(p, 'b', n);
  free(p);
  return 0;
}

// safety: true; undecided; memset of an unknown size that fits
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 4) return 0;
  char *p = malloc(4);
  memset(p, 'b', n);
  free(p);
  return 0;
}

// safety: valid-deref; an index far outside, where a large block lies
int main(void) {
  char *before = malloc(4000000), *p = malloc(10), *behind = malloc(4000000);
  p[1000000] = 1;
  free(p); free(before); free(behind);
  return 0;
}

// safety: valid-deref; an index outside, where a larger block lies
int main(void) {
  int n = __VERIFIER_nondet_int();
  char *before = malloc(4000), *p = malloc(10), *behind = malloc(4000);
  if (n > 900 && n < 1100) p[n] = 1;
  if (n > 900 && n < 1100) p[-n] = 1;
  free(p); free(before); free(behind);
  return 0;
}

// safety: true; cleanup: true; the last bytes of large blocks
int main(void) {
  char *before = malloc(4000000), *p = malloc(10), *behind = malloc(4000000);
  before[3999999] = behind[3999999] = p[9] = 1;
  free(p); free(before); free(behind);
  return 0;
}

// safety: valid-deref; an index far before a block, behind which a large one lies
int main(void) {
  char *p = malloc(10), *behind = malloc(8000000);
  p[-1000000] = 1;
  free(p); free(behind);
  return 0;
}

// safety: valid-deref; a pointer to a block that was copied byte by byte leads far outside of it
int *p;
int main(void) {
  int *copy, *large = malloc(8000000);
  p = malloc(8);
  unsigned char *from = (unsigned char *)&p, *to = (unsigned char *)&copy;
  for (unsigned i = 0; i < sizeof p; i++) to[i] = from[i];
  copy[1000000] = 1;
  free(copy); free(large);
  return 0;
}

// safety: valid-deref; a pointer walks from a small static object to where a large one could lie
struct node { int value; struct node *next; } pool[4];
int large[100000];
int main(void) {
  struct node *p = pool;
  for (int i = 0; i < 5000; i++) p++;
  p->value = 1;
  return large[0];
}

// safety: true; a pointer comes back from far outside
int small[10], large[1000000];
int main(void) {
  int *p = small;
  p += 1000000;
  p -= 999999;
  return *p + large[0];
}

// safety: valid-deref; a distance that is told leads from one block to the next
int main(void) {
  char *p = malloc(40), *q = malloc(40);
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k > 40 && k < 4000);
  p[k] = 1;
  free(p); free(q);
  return 0;
}

// safety: valid-deref; a pointer walks from one block into the next
struct node { int value; struct node *next; };
int main(void) {
  struct node *all[8], *p;
  for (int i = 0; i < 8; i++) all[i] = malloc(sizeof(struct node));
  p = all[3];
  for (int i = 0; i < 1000 && p != all[4] && p != all[2]; i++) p++;
  p->value = 1;
  for (int i = 0; i < 8; i++) free(all[i]);
  return 0;
}

// safety: valid-free; a pointer that has walked to the next block is freed
struct node { char bytes[16]; };
int main(void) {
  struct node *p = malloc(16), *q = malloc(16), *s = p;
  for (int i = 0; i < 1000 && s != q; i++) s++;
  free(s);
  free(p);
  return 0;
}

// safety: true; cleanup: true; container of a head that stands alone
struct link { struct link *next; };
struct item { long value; struct link link; };
#define item_of(at) ((struct item *)((char *)(at) - (size_t)&((struct item *)0)->link))
int main(void) {
  struct link head;
  struct item *one = malloc(sizeof *one), *other = malloc(sizeof *other);
  head.next = &one->link;
  one->link.next = &other->link;
  other->link.next = &head;
  long sum = 0;
  for (struct item *at = item_of(head.next); &at->link != &head; at = item_of(at->link.next))
    at->value = ++sum;
  free(one); free(other);
  return 0;
}

// safety: true; cleanup: true; a record is moved, and pointers into it with it
struct text { char *start, *at; };
int main(void) {
  struct text t;
  t.start = malloc(16);
  t.at = t.start + 5;
  char *larger = malloc(32);
  memcpy(larger, t.start, 16);
  t.at = larger + (t.at - t.start);
  free(t.start);
  t.start = larger;
  *t.at = 1;
  free(t.start);
  return 0;
}

// safety: true; cleanup: true; undecided; a pointer is corrected by how far blocks are from each other
int main(void) {
  char *old = malloc(16), *at = old + 3, *new = malloc(16);
  at = at + (new - old);
  *at = 1;
  free(old); free(new);
  return 0;
}
