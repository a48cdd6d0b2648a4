/**
 * Small programs for edges that are too rare in the random ones: floats, pointers, copies,
 * bit-fields, switches.
 */
import type { RandomTask } from "../fuzz/random-task.ts";

const PRELUDE = `extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern long long __VERIFIER_nondet_longlong(void);
extern void abort(void);
extern void *malloc(__SIZE_TYPE__), *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
extern void free(void *);
`;

const WIDE = [-2147483648, -129, -7, -5, -3, -2, -1, 0, 1, 2, 4, 5, 7, 128, 255, 2147483647];

const BODIES: readonly string[] = [
  `int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
   if (x < -100 || x > 100 || y < -100 || y > 100) abort();
   int a = x + y, b = x - y, c = x * y, d = y > 0 ? x / y : 7, e = y < 0 ? x % y : 8;
   int f = x & y, g = x | y, h = x ^ y, i = ~x, j = -y, k = x << 0, l = y >> 2;
   unsigned u = (unsigned)x + (unsigned)y; unsigned char t = (unsigned char)(x * 3); signed char s = (signed char)(y * 2);
   long long w = (long long)x * 1000000007LL; return a + b + c + d + e + f + g + h + i + j + k + l + u + t + s + (int)w;`,
  `int x = __VERIFIER_nondet_int(); unsigned u = x; unsigned short h = u; short sh = (short)u;
   unsigned long long w = u * 2654435761ull; int back = (int)w; u = u - 1u; u = u * 3u; u >>= 3; u <<= 5;
   return (int)(u + h + sh + back);`,
  `int x = __VERIFIER_nondet_int(); if (x < 0 || x > 9) abort();
   float f = x; double d = f * 0.5 + 1.25; f = (float)(d - 3.0); if (f > 0.5f) d = -d; int back = (int)d;
   double q = d / 4.0; float n = -f; return back + (q < n);`,
  `int a[5] = { 1, 2, 3, 4, 5 }; int x = __VERIFIER_nondet_int(); if (x < 0 || x > 4) abort();
   int *p = &a[x]; *p = 9; int *q = a + 2; if (p < q) *q = a[x]; long n = q - a; a[4 - x] += 1;
   int r = p == q; return a[0] + a[1] + a[2] + a[3] + a[4] + (int)n + r;`,
  `struct S { char c; int i; short s[2]; } s = { 1, 2, { 3, 4 } }, t; t = s; t.s[1] = (short)__VERIFIER_nondet_int();
   struct S *p = &t; p->i = p->s[1] + s.i; s = *p; struct S z = { 0 }; z.c = s.c;
   struct S many[3] = { { 0 } }; many[1] = t; many[1].c = 5; z = many[1]; many[2] = many[1]; many[0].i = z.s[0];
   return s.i + s.s[1] + z.i + z.c + many[2].s[0] + many[2].c + many[0].i;`,
  `int x = __VERIFIER_nondet_int(), r = 0; switch (x) { case 1: r = 1; break; case 2: case 5: r = 2; case 7: r += 10; break;
   default: r = -1; } if (x != 3 && x != 4) r++; if (x == 3 || x > 100) r--; return r;`,
  `long long x = __VERIFIER_nondet_longlong(); unsigned char c = __VERIFIER_nondet_uchar(); int n = 0;
   for (int i = 0; i < (c & 7); i++) { n += i; if (n > 10) n -= 4; } while (x > 0 && n < 40) { x /= 2; n++; }
   do { n -= 3; } while (n > 0); return n + (int)x;`,
  `struct B { unsigned a : 3; int b : 5; } b; b.a = (unsigned)__VERIFIER_nondet_int(); b.b = 3; b.a++;
   union { unsigned i; unsigned char c[4]; } u; u.i = (unsigned)__VERIFIER_nondet_int(); u.c[1] = 7; return b.a + b.b + (int)(u.i >> 9);`,
  `int a[4] = { -1, -1, -1, -1 }; int x = __VERIFIER_nondet_int(); __builtin_memset((char *)a + 2, 0, 7);
   int b = a[0], c = a[1], d = a[2]; struct { int i; short s[2]; } r = { x, { 5, 6 } }; __builtin_memset((char *)&r + 3, 0, 3);
   return b + c + d + r.i + r.s[0] + r.s[1];`,
  `struct N { int v; struct N *next; } *old = 0, *p = 0; int x = __VERIFIER_nondet_int(), sum = 0;
   for (int i = 0; i < 4; i++) { old = p; p = malloc(sizeof *p); p->v = x + i; p->next = old; if (x > 1 && old != 0) old->v = i;
   int a = p->v, b = i > 0 ? old->v : 7, c = i > 1 ? old->next->v : 8; int same = p == old; sum += a ^ b ^ c ^ same; }
   int last = p->next->v; struct N copy = *p->next; *p = copy; int w = p->v, n = copy.next->v; return sum + last + w + n;`,
  `int x = __VERIFIER_nondet_int(); int *a = calloc(4, sizeof *a), *b; if (x < 0 || x > 3) abort();
   a[x] = 5; int r = a[0], s = a[3]; b = a; free(a); a = malloc(4 * sizeof *a); a[1] = x; int t = a[1], d = a[x];
   { int v[x + 1]; v[x] = 3; t += v[x]; } struct { int i; int *q; } *h = malloc(sizeof *h); h->q = a + 1; h->i = 2; *h->q = 9;
   int u = a[1] + h->i; free(h); h = calloc(1, sizeof *h); int z = h->i, null = h->q == 0; free(h); return r + s + t + u + z + d + null;`,
  `struct N { int v; } *k[3], *l; int x = __VERIFIER_nondet_int(); for (int i = 0; i < 3; i++) { k[i] = malloc(sizeof *l); k[i]->v = i; }
   l = x > 2 ? k[0] : k[2]; l->v += x & 1; int a = k[0]->v, b = k[1]->v, c = k[2]->v; l = x < 5 ? k[1] : l; l->v = 40;
   int d = k[0]->v, e = k[1]->v, f = k[2]->v, g = l->v; int m = l == k[1]; return a + b + c + d + e + f + g + m;`,
];

const FUNCTIONS = `static int calls; static int add(int a, int b) { calls++; return a + b; }
static int twice(int (*f)(int, int), int x) { return f(x, f(x, 1)); }
static int sum(int n) { if (n <= 0) return 0; return n % 7 + sum(n - 1); }
struct P { int x, y; }; static struct P swap(struct P p) { struct P q = { p.y, p.x }; return q; }
static void store(int *p, int v) { *p = v; calls += v & 3; }
`;
const CALLER = `int x = __VERIFIER_nondet_int(); if (x < -50 || x > 50) abort();
   int a = add(x, 3), b = twice(add, a), c = sum(x & 7); struct P p = { a, b }; p = swap(p);
   store(&c, p.x); int v; store(&v, 2 * c); return a + b + c + v + p.y + calls;`;

export const STEP_PROGRAMS: readonly RandomTask[] = [
  ...BODIES.map((body) => `${PRELUDE}int main(void) {\n${body}\n}\n`),
  `${PRELUDE}${FUNCTIONS}int main(void) {\n${CALLER}\n}\n`,
].flatMap((text) =>
  (["ILP32", "LP64"] as const).map((dataModel) => ({
    text,
    dataModel,
    domains: [[...WIDE, 3, 4, 8, 9], WIDE],
  })),
);
