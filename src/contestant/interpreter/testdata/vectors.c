/* GNU vectors of all kinds of elements; every result goes into the sum. */
typedef signed char c16 __attribute__((vector_size(16)));
typedef unsigned char u8x4 __attribute__((vector_size(4)));
typedef short s8 __attribute__((vector_size(16)));
typedef int v4 __attribute__((vector_size(16)));
typedef unsigned u4 __attribute__((vector_size(16)));
typedef long long l2 __attribute__((vector_size(16)));
typedef unsigned long long ul2 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef double d2 __attribute__((__vector_size__(2 * sizeof(double))));
typedef int v2 __attribute__((vector_size(8)));
struct holder { char c; v4 v; f4 f[2]; };

static unsigned long long sums[300];
static int place;
static void mix(unsigned long long x) { sums[place] = (sums[place] ^ x) * 1099511628211ULL + (sums[place] >> 29); }
static void mixd(double x) {
  union { double d; unsigned long long u; } v;
  v.d = x;
  mix(x != x ? 77ULL : v.u);
}
#define MIX(v, n) do { __typeof__(v) shown = (v); for (int at = 0; at < n; at++) mix((unsigned long long)shown[at]); } while (0)
#define MIXF(v, n) do { __typeof__(v) shown = (v); for (int at = 0; at < n; at++) mixd(shown[at]); } while (0)

static v4 ints = { 1, -2, 3 }, empty;
static f4 floats = { 1.5f, -2, 0, 1e30f };
static const u4 high = { 0x80000000u, 1, 0xffffffffu, 7 };
static v4 sum_of(v4 a, v4 b) { return a + b; }
static v4 through(v4 (*f)(v4, v4), v4 a) { return f(a, a); }
static int third(v4 a) { return a[2]; }
static void scale(f4 *v, float x) { *v *= x; (*v)[1]++; }
static struct holder hold(v4 v) { struct holder h = { 'a', v, { { 1, 2 }, { 3 } } }; return h; }

static void integers(void) {
  v4 a = { 5, -6, 7, 1000 }, b = { 2, 3, -4, 5 }, c;
  u4 u = { 5, 6, 7, 4000000000u }, w;
  c16 bytes = { 127, -128, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, -16 };
  s8 shorts = { 32767, -32768, 300, -300 };
  l2 longs = { 1LL << 40, -3 };
  u8x4 four = { 250, 10, 20, 30 };
  MIX(a + b, 4); MIX(a - b, 4); MIX(a * b, 4); MIX(a / b, 4); MIX(a % b, 4);
  MIX(a & b, 4); MIX(a | b, 4); MIX(a ^ b, 4); MIX(~a, 4); MIX(-a, 4); MIX(+a, 4);
  MIX(u << (u & 3), 4); MIX(u >> 2, 4); MIX(a >> 1, 4); MIX(a << 3, 4); MIX(3 << (b & 7), 4);
  MIX(a < b, 4); MIX(a == a, 4); MIX(a != b, 4); MIX(a >= b, 4); MIX(u > 6u, 4); MIX(a <= 7, 4); MIX(u < high, 4);
  MIX(a + 1, 4); MIX(2 * a, 4); MIX(10 - a, 4); MIX(a / 2, 4);
  MIX(bytes + bytes, 16); MIX(bytes * bytes, 16); MIX(-bytes, 16); MIX(bytes > 5, 16); MIX(bytes >> 1, 16); MIX(bytes << 1, 16);
  MIX(shorts + shorts, 8); MIX(shorts * 3, 8); MIX(shorts == shorts, 8); MIX(~shorts, 8);
  MIX(longs * longs, 2); MIX(longs >> 3, 2); MIX(longs < 0, 2);
  MIX(four + four, 4); MIX(four / 3, 4); MIX(four - 11, 4);
  c = a; c += b; MIX(c, 4); c *= 2; MIX(c, 4); c <<= b & 3; MIX(c, 4); c -= 1; MIX(c, 4);
  MIX(c++, 4); MIX(--c, 4); MIX(c, 4);
  w = u; w /= 3; MIX(w, 4); w ^= 0xffu; MIX(w, 4);
  c[1] = 77; c[3] += 5; MIX(c, 4); mix((a + b)[2]);
  for (int i = 0; i < 4; i++) { c[i] = i * a[3 - i]; mix(c[i]); }
  int *p = &c[2];
  *p = 99;
  MIX(c, 4);
  MIX(((v4){ 9, 8 }), 4); MIX(ints, 4); MIX(empty, 4); MIX(high, 4);
  MIX(sum_of(a, b), 4); MIX(through(sum_of, b), 4); mix(third(a));
  MIX((u4)a, 4); MIX((l2)a, 2); MIX((v4)floats, 4); mix((int)four); MIX((u8x4)0x01020304, 4); mix((long long)(v2){ 1, 2 });
  MIX((a[0] < 9 ? a : b), 4);
}

static void others(void) {
  f4 f = { 1.5f, -2.25f, 3e10f, 0.1f }, g = floats;
  d2 d = { 1.0 / 3, -1e300 }, e = { 3, 7 };
  v4 a = { 1, 2, 3, 4 }, b = { 5, 6, 7, 8 };
  struct holder h = hold(a), k = { .v = { 4, 3 }, .f[1] = { 2.5f } };
  MIXF(f + g, 4); MIXF(f * g, 4); MIXF(f / g, 4); MIXF(-f, 4); MIXF(f - 1.5f, 4); MIXF(2.0f * f, 4);
  MIXF(d / e, 2); MIXF(d * e, 2); MIXF(d + 1.0, 2); MIXF(d * 2, 2); MIX(f < g, 4); MIX(d > e, 2); MIX(f == f, 4);
  f += g; MIXF(f, 4); f *= 0.5f; MIXF(f, 4); scale(&f, 3); MIXF(f, 4); f[2] = 4; MIXF(f, 4);
  MIX(h.v + k.v, 4); MIXF(h.f[0] + k.f[1], 4); mix(sizeof(struct holder)); mix(_Alignof(struct holder)); mix(sizeof(v2));
  MIX((__builtin_shuffle(a, (v4){ 3, 2, 1, 0 })), 4); MIX((__builtin_shuffle(a, b, (v4){ 0, 4, 1, 13 })), 4);
  MIXF((__builtin_shuffle(f, (v4){ 1, 1, 6, 0 })), 4);
  MIX((__builtin_convertvector(((f4){ 1.9f, -2.9f, 3e6f }), v4)), 4); MIXF(__builtin_convertvector(a, f4), 4);
  MIX((f < g) & a, 4); MIX(((u4)(f < g) >> 31), 4); MIX(({ v4 t = a; t * t; }), 4); MIX((a, b), 4);
  ul2 wide = { -1ULL, 5 };
  MIX(wide * wide, 2); MIX(wide / 7, 2); MIX(wide > 6, 2);
  union { v4 v; int i[4]; char c[16]; } u = { .v = a };
  mix(u.i[3] + u.c[4]);
  int __attribute__((vector_size(8))) plain = { 3, 4 }, *pointer = &plain;
  MIX(*pointer + plain, 2);
  static v4 counter;
  counter += 1;
  MIX(counter, 4);
  v4 array[3] = { { 1 }, a }, *q = array;
  q++;
  MIX(*q, 4); MIX(array[0] | array[1], 4);
}

static unsigned long long *run(void) {
  integers();
  place++;
  others();
  place++;
  others();
  place++;
  return sums;
}
