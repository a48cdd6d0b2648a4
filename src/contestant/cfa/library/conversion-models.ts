/** `strtoX` for an integer type, in its unsigned and its signed form. */
function strtoSigned(name: string, type: string, most: string): string {
  return `
${type} ${name}(const char *s, char **end, int base) {
  int negative, overflow;
  unsigned long long value = __agon_digits(s, end, base, &negative, &overflow);
  const unsigned long long most = ${most};
  if (overflow || value > most + negative) {
    __agon_error(34);
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
  if (overflow || value > (${type})-1) { __agon_error(34); return (${type})-1; }
  return negative ? 0 - (${type})value : (${type})value;
}`;
}

/** `strtof` and its like, based on the scan of the characters of the number. */
function strtoFloat(name: string, type: string, format: string, suffix: string): string {
  return `
${type} ${name}(const char *s, char **end) {
  const char *first, *last;
  ${type} value;
  int kind = __agon_scan_float(s, &first, &last);
  if (end) *end = (char *)(kind == 0 ? s : last);
  if (kind == 0) return 0;
  if (kind == 2) value = __builtin_inf${suffix}();
  else if (kind == 3) value = __builtin_nan${suffix}("");
  else {
    value = __agon_parse_${format}(first, (int)(last - first));
    if (__builtin_isinf(value)) __agon_error(34);
    else if (kind == 4 && !__builtin_isnormal(value)) {
      if (value != 0) __agon_open("whether a subnormal result sets errno");
      __agon_error(34);
    }
  }
  return first > s && first[-1] == '-' ? -value : value;
}`;
}

/**
 * Models of conversions, sorting and searching in <stdlib.h> (C11 7.22).
 *
 * - `strtol` and its like accept what glibc does in the C locale; \`errno\` becomes
 *   ERANGE where C says so, and EINVAL for a bad base. Libraries differ in the end that they store for a bad base.
 * - `strtod` and its like accept what glibc does in the C locale, but for
 *   `nan(…)`; `errno` of subnormal results is marked as open.
 * - `qsort` sorts by insertion. The order of equal elements that differ is
 *   marked as open; the comparison is assumed to have no side effects.
 * - `bsearch` bisects; which one of several equal elements it finds is that of
 *   glibc, and marked as open.
 */
export const CONVERSION_MODELS: string = `

static unsigned long long __agon_digits(const char *s, char **end, int base, int *negative, int *overflow) {
  const char *start = s, *first;
  unsigned long long value = 0;
  *overflow = 0;
  *negative = 0;
  if (base != 0 && (base < 2 || base > 36)) {
    __agon_error(22);
    if (end) __agon_unsupported("the end of a conversion with a bad base");
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

static int __agon_letters(const char *s, const char *word) {
  int n = 0;
  while (word[n] && (s[n] | 32) == word[n]) n++;
  return word[n] ? 0 : n;
}
static int __agon_hex(char c) { return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'f'); }
/** The kind of the text there: 0 no number, 1 zero, 2 infinity, 3 not a number, 4 another number; the number without sign. */
static int __agon_scan_float(const char *s, const char **first, const char **last) {
  int digits = 0, nonzero = 0, isHex, n;
  while (*s == ' ' || (*s >= '\\t' && *s <= '\\r')) s++;
  if (*s == '-' || *s == '+') s++;
  *first = s;
  if ((n = __agon_letters(s, "infinity")) || (n = __agon_letters(s, "inf"))) { *last = s + n; return 2; }
  if ((n = __agon_letters(s, "nan"))) {
    if (s[3] == '(') __agon_unsupported("conversion of nan(...)");
    *last = s + n;
    return 3;
  }
  isHex = *s == '0' && (s[1] | 32) == 'x' && (__agon_hex(s[2]) || (s[2] == '.' && __agon_hex(s[3])));
  if (isHex) s += 2;
  for (; isHex ? __agon_hex(*s) : *s >= '0' && *s <= '9'; s++) { digits++; nonzero |= *s != '0'; }
  if (*s == '.') {
    const char *point = s++;
    for (; isHex ? __agon_hex(*s) : *s >= '0' && *s <= '9'; s++) { digits++; nonzero |= *s != '0'; }
    if (digits == 0) s = point;
  }
  if (digits == 0) return 0;
  if ((*s | 32) == (isHex ? 'p' : 'e')) {
    const char *power = s + 1;
    if (*power == '-' || *power == '+') power++;
    if (*power >= '0' && *power <= '9') {
      while (*power >= '0' && *power <= '9') power++;
      s = power;
    } else if (isHex) __agon_unsupported("conversion of a hexadecimal number with half an exponent");
  } else if (isHex) __agon_unsupported("conversion of a hexadecimal number without exponent");
  *last = s;
  return nonzero ? 4 : 1;
}
${strtoFloat("strtof", "float", "float", "f")}
${strtoFloat("strtod", "double", "double", "")}
${strtoFloat("strtold", "long double", "ldouble", "l")}
double atof(const char *s) { return strtod(s, 0); }

struct __agon_div { int quot, rem; };
struct __agon_ldiv { long quot, rem; };
struct __agon_lldiv { long long quot, rem; };
struct __agon_div div(int a, int b) { struct __agon_div r = { a / b, a % b }; return r; }
struct __agon_ldiv ldiv(long a, long b) { struct __agon_ldiv r = { a / b, a % b }; return r; }
struct __agon_lldiv lldiv(long long a, long long b) { struct __agon_lldiv r = { a / b, a % b }; return r; }
`;
