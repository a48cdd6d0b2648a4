/** `strtoX` for an integer type, in its unsigned and its signed form. */
function strtoSigned(name: string, type: string, most: string): string {
  return `
${type} ${name}(const char *s, char **end, int base) {
  int negative, overflow;
  unsigned long long value = __agon_digits(s, end, base, &negative, &overflow);
  const unsigned long long most = ${most};
  if (overflow || value > most + negative) {
    __agon_errno = 34;
    return negative ? (${type})(-(${type})most - 1) : (${type})most;
  }
  return negative ? (${type})(0 - value) : (${type})value;
}`;
}

function strtoUnsigned(name: string, type: string): string {
  return `
${type} ${name}(const char *s, char **end, int base) {
  int negative, overflow;
  unsigned long long value = __agon_digits(s, end, base, &negative, &overflow);
  if (overflow || value > (${type})-1) { __agon_errno = 34; return (${type})-1; }
  return negative ? 0 - (${type})value : (${type})value;
}`;
}

/**
 * Models of conversions, sorting and searching in <stdlib.h> (C11 7.22), and of `errno`.
 *
 * - `strtol` and its like accept what glibc does in the C locale; \`errno\` becomes
 *   ERANGE where C says so, and EINVAL for a bad base.
 * - `qsort` sorts by insertion. The order of equal elements that differ is
 *   marked as open; the comparison is assumed to have no side effects.
 * - `bsearch` bisects; which one of several equal elements it finds is that of
 *   glibc, and marked as open.
 */
export const CONVERSION_MODELS: string = `
static _Thread_local int __agon_errno;
int *__errno_location(void) { return &__agon_errno; }

static unsigned long long __agon_digits(const char *s, char **end, int base, int *negative, int *overflow) {
  const char *start = s, *first;
  unsigned long long value = 0;
  *overflow = 0;
  *negative = 0;
  if (base != 0 && (base < 2 || base > 36)) {
    __agon_errno = 22;
    if (end) *end = (char *)start;
    return 0;
  }
  while (*s == ' ' || (*s >= '\\t' && *s <= '\\r')) s++;
  if (*s == '-' || *s == '+') *negative = *s++ == '-';
  if ((base == 0 || base == 16) && *s == '0' && (s[1] == 'x' || s[1] == 'X') &&
      ((s[2] >= '0' && s[2] <= '9') || (s[2] >= 'a' && s[2] <= 'f') || (s[2] >= 'A' && s[2] <= 'F'))) {
    s += 2;
    base = 16;
  } else if (base == 0) {
    base = *s == '0' ? 8 : 10;
  }
  first = s;
  for (;; s++) {
    int digit;
    if (*s >= '0' && *s <= '9') digit = *s - '0';
    else if (*s >= 'a' && *s <= 'z') digit = *s - 'a' + 10;
    else if (*s >= 'A' && *s <= 'Z') digit = *s - 'A' + 10;
    else break;
    if (digit >= base) break;
    if (value > (~0ULL - digit) / base) *overflow = 1;
    else value = value * base + digit;
  }
  if (end) *end = (char *)(s == first ? start : s);
  return value;
}
${strtoSigned("strtol", "long", "~0UL >> 1")}
${strtoSigned("strtoll", "long long", "~0ULL >> 1")}
${strtoUnsigned("strtoul", "unsigned long")}
${strtoUnsigned("strtoull", "unsigned long long")}

void qsort(void *base, size_t count, size_t size, int (*order)(const void *, const void *)) {
  char *elements = base, *moved = __builtin_alloca(size);
  size_t i, j;
  for (i = 1; i < count; i++) {
    memcpy(moved, elements + i * size, size);
    for (j = i; j > 0; j--) {
      char *previous = elements + (j - 1) * size;
      int difference = order(previous, moved);
      if (difference == 0 && memcmp(previous, moved, size) != 0) __agon_open("the order of equal elements");
      if (difference <= 0) break;
      memcpy(elements + j * size, previous, size);
    }
    memcpy(elements + j * size, moved, size);
  }
}
void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*order)(const void *, const void *)) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const char *element = (const char *)base + middle * size;
    int difference = order(key, element);
    if (difference < 0) high = middle;
    else if (difference > 0) low = middle + 1;
    else {
      if ((middle > 0 && order(key, element - size) == 0) || (middle + 1 < count && order(key, element + size) == 0))
        __agon_open("which of several equal elements bsearch finds");
      return (void *)element;
    }
  }
  return 0;
}

struct __agon_div { int quot, rem; };
struct __agon_ldiv { long quot, rem; };
struct __agon_lldiv { long long quot, rem; };
struct __agon_div div(int a, int b) { struct __agon_div r = { a / b, a % b }; return r; }
struct __agon_ldiv ldiv(long a, long b) { struct __agon_ldiv r = { a / b, a % b }; return r; }
struct __agon_lldiv lldiv(long long a, long long b) { struct __agon_lldiv r = { a / b, a % b }; return r; }
`;
