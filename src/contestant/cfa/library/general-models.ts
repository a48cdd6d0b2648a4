/**
 * Models of parts of <stdlib.h> and <math.h>.
 *
 * - `abs` of the smallest number overflows (undefined, C11 7.22.6.1p2).
 * - `atoi`, `atol`, `atoll` saturate as glibc's strtol does; C leaves results out of range undefined.
 * - Handlers of `atexit` (up to 64) run when `main` returns and at `exit`.
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
