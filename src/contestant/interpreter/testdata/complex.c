/* Complex arithmetic on ordinary and on special operands; every result goes into one of the sums. */
#include <complex.h>
#include <stdarg.h>

static unsigned long long sums[300];
static int place;
static void mix(double x) {
  union { double d; unsigned long long u; } v;
  v.d = x;
  sums[place] = (sums[place] ^ (x != x ? 77ULL : v.u)) * 1099511628211ULL + (sums[place] >> 29);
}
static void mixl(long double x) {
  double high = (double)x;
  mix(high);
  if (x - x == 0) mix((double)(x - high));
}
static void mixz(double _Complex z) { mix(__real__ z); mix(__imag__ z); }
static void mixzf(float _Complex z) { mix(__real__ z); mix(__imag__ z); }
static void mixzl(long double _Complex z) { mixl(__real__ z); mixl(__imag__ z); }
static void mixzq(_Complex _Float128 z) { mixl((long double)__real__ z); mixl((long double)__imag__ z); }

static const double values[] = {
  0.0, -0.0, -2.5, 1.0 / 0.0, 0.0 / 0.0,
#ifdef WIDE /* where libgcc rounds as the types say */
  3.1, 3e-310, -1.7e308,
#endif
};
enum { COUNT = sizeof values / sizeof *values };

static double _Complex make(double re, double im) { return __builtin_complex(re, im); }
static float _Complex makef(double re, double im) { return __builtin_complex((float)re, (float)im); }
static long double _Complex makel(double re, double im) { return __builtin_complex((long double)re, (long double)im); }

static void operations(double a, double b, double c, double d) {
  double _Complex z = make(a, b), w = make(c, d), t;
  float _Complex zf = makef(a, b), wf = makef(c, d);
  long double _Complex zl = makel(a, b), wl = makel(c, d);
  mixz(z * w);
  mixz(z / w);
  mixz(z + w);
  mixz(z - w);
  mixz(z * c);
  mixz(c * z);
  mixz(z / c);
  mixz(c / z);
  mixz(c - z);
  mixz(z - c);
  mixzf(zf * wf);
  mixzf(zf / wf);
  mixzf(zf + wf);
  if (place % 5 == 2) {
    mixzl(zl * wl);
    mixzl(zl / wl);
  }
  mix(z == w);
  mix(z != w);
  mix(z == c);
  mix(!z);
  mix(z && w);
  t = z;
  t *= w;
  mixz(t);
  t = z;
  t /= c;
  mixz(t);
}

static double _Complex global = 1.5 + 2.0i, product = (1 + 2i) * (3 - 1.0i), zero;
static float _Complex table[3] = { 1.0f, 2.0if, [2] = 3 - 1i };
static const double _Complex unit = I;
struct holder { char c; float _Complex f; double _Complex d; _Complex int i; };
static struct holder held = { 'x', 1 + 1i, 2 - 3i, 4 + 5i };

static double _Complex polynomial(double _Complex x, int degree) {
  return degree == 0 ? 1.0 : x * polynomial(x, degree - 1) + degree;
}
static float _Complex change(float _Complex *p, float x) {
  __real__ *p += x;
  __imag__ *p = -x;
  return *p;
}
static double _Complex total(int n, ...) {
  va_list list;
  double _Complex sum = 0;
  va_start(list, n);
  for (int k = 0; k < n; k++) sum += k & 1 ? (double _Complex)va_arg(list, float _Complex) : va_arg(list, double _Complex);
  va_end(list);
  return sum;
}
static double _Complex (*through)(double _Complex, int) = polynomial;

static void features(void) {
  double _Complex z = 2 + 3i, *p = &z, array[4] = { 1, 1i, 1 + 1i }, copy;
  float _Complex f = { 1.5f };
  _Complex int n = 7 - 3i, m = 2 + 1i;
  unsigned _Complex un = 7 + 3i;
  _Complex long long big = 1000000007LL - 5i, other = 12 + 3i;
  int count = 0;
  struct holder local = held, *h = &local;
  mixz(global), mixz(product), mixz(zero), mixz(unit);
  for (int k = 0; k < 3; k++) mixzf(table[k]);
  mixz(polynomial(z, 4)), mixz(through(~z, 3));
  mixzf(change(&f, 2.5f)), mixzf(f);
  mixz(total(4, z, f, 1.0i, f));
  mix(__real__ z), mix(__imag z), mix(__real__ 3), mix(__imag__ 3.5);
  mix(creal(z)), mix(cimag(z)), mixz(conj(z)), mixzf(conjf(f)), mixzl(conjl(1 + 2.0il));
  mixz(cproj(make(1.0 / 0.0, -2))), mixz(cproj(z));
  mixz(-z), mixz(+z), mixz(~z);
  mixz(z++), mixz(--z), mixz(z--), mixz(++z);
  mixz((double)z), mixz((float _Complex)z), mixz((int)3.9), mix((_Bool)z), mix((_Bool)(0 * 1i));
  mixz(count ? z : f), mixz((count++, z)), mixz(({ double _Complex q = z; q * q; }));
  if (z) mix(1);
  if (!(z - z)) mix(2);
  for (int k = 0; k < 4; k++) mixz(array[k]);
  array[1] = array[2] = z;
  mixz(array[1] + array[2]);
  *p = 5;
  mixz(z);
  p[0] += 2i;
  mixz(z);
  copy = z = z * z;
  mixz(copy);
  mix(__real__ (z = 3i));
  double d = 2;
  d += z;
  d *= 1 + 1i;
  mix(d);
  h->d *= h->f;
  h->i += 1 - 1i;
  mixz(h->d), mixzf(h->f), mixz(h->i), mix(sizeof *h), mix(sizeof(float _Complex)), mix(_Alignof(_Complex char));
  mixz(n * m), mixz(n / m), mixz(n + m), mixz(n - m), mixz(-n), mixz(~n), mixz(n * 2), mixz(n / 2), mixz(un * un), mixz(un / 2);
  mixz(big * other), mixz(big / other), mixz(m / n), mix(n == 7 - 3i), mix(n != m), mixz(n++), mixz(n);
  mixz((_Complex int)(2.9 - 3.9i)), mixz(n * 1.5), mixz(n / z);
  mixz((double _Complex){ 1 });
  mixz((struct holder){ .d = 4i }.d);
  mixzq((_Complex _Float128)z * (1 + 0.25i)), mixzq((_Complex _Float128)z / (1 + 0.25i));
  volatile double _Complex vz = z;
  vz *= vz;
  mixz(vz);
  static double _Complex kept;
  kept += 1 + 1i;
  mixz(kept);
}

#define MIXI(z) mix(__real__(z)), mix(__imag__(z)), mix(sizeof(z))
static void narrow(void) {
  _Complex short a = 30000 + 5i, b = 17000 - 7i;
  _Complex signed char c = 100 + 3i, e = -7 + 90i;
  _Complex unsigned char u = 200 + 100i, w = 3 + 250i;
  _Complex char p = 100 - 100i;
  _Complex unsigned short us = 65000 + 2i;
  short s = 3;
  signed char sc = 4;
  MIXI(a + b), MIXI(a * b), MIXI(a - ~b), MIXI(-c), MIXI(~c), MIXI(u * u), MIXI(u + u), MIXI(+u), MIXI(c + c);
  MIXI(a / b), MIXI(b / a), MIXI(us * us), MIXI(us / us), MIXI(u / w), MIXI(w / u), MIXI(c / e), MIXI(e / c), MIXI(a / (b - a));
  MIXI(c + u), MIXI(p + c), MIXI(a + c), MIXI(a + u), MIXI(a * us), MIXI(a + s), MIXI(a * sc), MIXI(us - 2u), MIXI(s - a), MIXI(u / 3L);
  MIXI(1 ? a : b), MIXI(1 ? a : c), MIXI(1 ? a : s), mix(u == u + 256), mix(c + c == 200 + 6i), mix(a != a + u - u);
  u += 100, MIXI(u), a += 30000, MIXI(a), a++, MIXI(a), c = -c, MIXI(c), u *= 3, MIXI(u), c += 30.5, MIXI(c), u *= u, MIXI(u), c -= e, MIXI(c);
}

static unsigned long long *run(void) {
  for (int i = 0; i < COUNT; i++)
    for (int j = 0; j < COUNT; j++, place++)
      for (int k = 0; k < COUNT; k++)
        for (int l = 0; l < COUNT; l++) operations(values[i], values[j], values[k], values[l]);
  features();
  narrow();
  place++;
  return sums;
}
