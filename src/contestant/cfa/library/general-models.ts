/**
 * Models of parts of <stdlib.h>, <time.h>, <stdio.h> and <math.h>.
 *
 * - `abs` of the smallest number overflows (undefined, C11 7.22.6.1p2).
 * - `atoi`, `atol`, `atoll` saturate as glibc's strtol does; C leaves results out of range undefined.
 * - `rand` and `random` may return any number in their range each time.
 * - `time` and `clock` return any number that is not negative.
 * - Handlers of `atexit` (up to 64) run when `main` returns and at `exit`.
 * - `signal` only registers its handler: that a signal may arrive is marked as open.
 * - `getchar` may return any character or EOF each time.
 */
export const GENERAL_MODELS = `
static void (*__agon_exit_handlers[64])(void);
static int __agon_exit_count;
int atexit(void (*handler)(void)) {
  if (__agon_exit_count == 64) __agon_unsupported("more than 64 handlers of atexit");
  __agon_exit_handlers[__agon_exit_count++] = handler;
  return 0;
}
void __agon_run_exit_handlers(void) {
  while (__agon_exit_count > 0) __agon_exit_handlers[--__agon_exit_count]();
}
void __agon_exit(int status) {
  __agon_run_exit_handlers();
  _exit(status);
}
static void *__agon_handlers[65];
void *signal(int number, void *handler) {
  void *old;
  if (number < 1 || number > 64 || number == 9 || number == 19) {
    *__errno_location() = 22;
    return (void *)-1;
  }
  old = __agon_handlers[number];
  __agon_handlers[number] = handler;
  if (handler != (void *)0 && handler != (void *)1) __agon_open("a signal may arrive");
  return old;
}

int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }

long long atoll(const char *s) {
  const long long most = 0x7fffffffffffffffLL;
  long long value = 0;
  int negative;
  while (*s == ' ' || (*s >= '\\t' && *s <= '\\r')) s++;
  negative = *s == '-';
  if (*s == '-' || *s == '+') s++;
  for (; *s >= '0' && *s <= '9'; s++) {
    int digit = *s - '0';
    if (value < (-most - 1 + digit) / 10) return negative ? -most - 1 : most;
    value = value * 10 - digit;
  }
  if (negative) return value;
  return value < -most ? most : -value;
}
long atol(const char *s) {
  const long most = (long)(~0UL >> 1);
  long long value = atoll(s);
  return value > most ? most : value < -most - 1 ? -most - 1 : (long)value;
}
int atoi(const char *s) { return (int)atol(s); }

int rand(void) {
  int value = __VERIFIER_nondet_agon_int();
  __agon_assume(value >= 0);
  return value;
}
int rand_r(unsigned *seed) {
  *seed = (unsigned)__VERIFIER_nondet_agon_int();
  return rand();
}
long random(void) { return rand(); }

long time(long *result) {
  long value = __VERIFIER_nondet_agon_long();
  __agon_assume(value >= 0);
  if (result != 0) *result = value;
  return value;
}
long clock(void) {
  long value = __VERIFIER_nondet_agon_long();
  __agon_assume(value >= 0);
  return value;
}
int getchar(void) {
  int value = __VERIFIER_nondet_agon_int();
  __agon_assume(value >= -1 && value <= 255);
  return value;
}

double modf(double x, double *whole) {
  *whole = trunc(x);
  return copysign(__builtin_isinf(x) ? 0.0 : x - *whole, x);
}
float modff(float x, float *whole) {
  *whole = truncf(x);
  return copysignf(__builtin_isinf(x) ? 0.0f : x - *whole, x);
}
long double modfl(long double x, long double *whole) {
  *whole = truncl(x);
  return copysignl(__builtin_isinf(x) ? 0.0L : x - *whole, x);
}
`;
