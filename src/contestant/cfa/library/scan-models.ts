/**
 * Models of the `scanf` family (C11 7.21.6.2, 7.21.6.4).
 *
 * - From streams come as many items as the result says. Matching of the text between the items is not
 *   modelled: it decides only how many there are. Formats other than c d i n o s u x X [ and floating ones
 *   are unsupported.
 * - `sscanf` is exact for c d i n o s u x X [ % and floating ones; numbers that do not
 *   fit, for which C leaves the behaviour undefined, and what begins like a longer
 *   number (`1e+`, `0x`, `infi`) are unsupported.
 */
export const SCAN_MODELS = `
/** The part between % and the conversion of a scanf format. */
struct __agon_directive { int skips, width, size; char length; };
static const char *__agon_directive(const char *f, struct __agon_directive *d) {
  d->skips = *f == '*';
  d->width = 0;
  d->size = 4;
  d->length = 0;
  if (*f == '*') f++;
  for (; *f >= '0' && *f <= '9'; f++) {
    if (d->width > 100000000) __agon_unsupported("a field width of scanf of this size");
    d->width = d->width * 10 + (*f - '0');
  }
  for (;; f++) {
    if (*f == 'h') d->size /= 2;
    else if (*f == 'l') d->size = d->length == 'l' ? 8 : sizeof(long);
    else if (*f == 'L' || *f == 'q' || *f == 'j') d->size = 8;
    else if (*f == 'z' || *f == 't') d->size = sizeof(long);
    else return f;
    d->length = *f == 'l' && d->length == 'l' ? 'L' : *f;
  }
}
static int __agon_is_integer(char kind) {
  return kind == 'd' || kind == 'i' || kind == 'u' || kind == 'x' || kind == 'X' || kind == 'o';
}
static int __agon_is_float(char kind) {
  return ((kind | 32) >= 'e' && (kind | 32) <= 'g') || (kind | 32) == 'a';
}
static void __agon_store(void *to, int size, long long value) {
  if (size == 1) *(char *)to = (char)value;
  else if (size == 2) *(short *)to = (short)value;
  else if (size == 4) *(int *)to = (int)value;
  else *(long long *)to = value;
}
/** From the character behind [ to the closing one; \`]\` may be the first of the set. */
static const char *__agon_set_end(const char *f) {
  if (*f == '^') f++;
  if (*f == ']') f++;
  for (; *f != ']'; f++) if (*f == 0) __agon_unsupported("a conversion of scanf");
  return f;
}
static int __agon_class_has(const char *set, const char *end, char c) {
  int negated = *set == '^', found = 0;
  const char *first;
  if (negated) set++;
  for (first = set; set < end; set++) {
    if (set[1] == '-' && set + 2 < end) {
      if ((unsigned char)c >= (unsigned char)set[0] && (unsigned char)c <= (unsigned char)set[2]) found = 1;
      set += 2;
    } else if (*set == c) found = 1;
  }
  return found != negated;
}
static int __agon_space(char c) { return c == ' ' || (c >= '\\t' && c <= '\\r'); }

/** Whether reading or matching stops before an item: 2 for the end of the file or an error before the first one. */
static int __agon_scan_stops(int n, int stored) {
  int ended;
  if (!__agon_is_read(n)) return stored == 0 ? 2 : 1;
  if (!__VERIFIER_nondet_agon_int()) return 0;
  ended = stored == 0 && __VERIFIER_nondet_agon_int() ? 2 : 1;
  if (ended == 2 || __agon_fails()) __agon_no_more(n);
  return ended;
}
int vfscanf(void *stream, const char *f, va_list list) {
  /* Whether text was not matched yet, and whether the last item ends only before a character that it does not take. */
  int has_text = 0, looks_ahead = 0;
  int stored = 0, ended = 0, n = __agon_number(stream);
  __agon_ignores_pushed(n);
  __agon_lost_position(n);
  for (; *f; f++) {
    struct __agon_directive d;
    char kind;
    if (__agon_space(*f)) { looks_ahead = 1; continue; }
    if (*f != '%' || *++f == '%') {
      has_text = 1;
      looks_ahead = 0;
      continue;
    }
    f = __agon_directive(f, &d);
    kind = *f;
    if (kind == 'n') {
      if (!ended && has_text) ended = __agon_scan_stops(n, stored);
      has_text = 0;
      if (!ended && !d.skips) {
        int count = __agon_up_to(d.size == 1 ? 127 : d.size == 2 ? 32767 : 2147483647);
        void *at = __builtin_va_arg(list, void *);
        __agon_store(at, d.size, count);
      }
      continue;
    }
    if (!ended) ended = __agon_scan_stops(n, stored);
    has_text = 0;
    looks_ahead = kind != 'c';
    if (__agon_is_integer(kind)) {
      if (!ended && !d.skips) {
        void *at = __builtin_va_arg(list, void *);
        long long value = d.size == 8 ? (long long)__VERIFIER_nondet_agon_ulonglong() : __VERIFIER_nondet_agon_int();
        __agon_store(at, d.size, value);
      }
    } else if (__agon_is_float(kind)) {
      if (ended || d.skips) continue;
      if (d.length == 0) { float *at = __builtin_va_arg(list, float *); *at = __VERIFIER_nondet_agon_float(); }
      else if (d.length == 'l') { double *at = __builtin_va_arg(list, double *); *at = __VERIFIER_nondet_agon_double(); }
      else if (d.length == 'L') { long double *at = __builtin_va_arg(list, long double *); *at = __VERIFIER_nondet_agon_ldouble(); }
      else __agon_unsupported("a conversion of scanf");
    } else if (kind == 'c' || kind == 's' || kind == '[') {
      const char *set = f + 1;
      char *to;
      int i = 0, most = d.width > 0 ? d.width : kind == 'c' ? 1 : 2147483647;
      if (d.length != 0) __agon_unsupported("wide characters in scanf");
      if (kind == '[') f = __agon_set_end(set);
      if (ended || d.skips) continue;
      to = __builtin_va_arg(list, char *);
      if (kind == 'c') {
        for (; i < most; i++) to[i] = __VERIFIER_nondet_agon_char();
      } else {
        do {
          char c = __VERIFIER_nondet_agon_char();
          __agon_assume(kind == 's' ? !__agon_space(c) : __agon_class_has(set, f, c));
          to[i++] = c;
        } while (i < most && __VERIFIER_nondet_agon_int());
        to[i] = 0;
      }
    } else {
      __agon_unsupported("a conversion of scanf");
    }
    if (!ended && !d.skips) stored++;
  }
  if (!ended && has_text) ended = __agon_scan_stops(n, stored);
  if (__agon_mentions("feof ferror")) {
    if (!ended && looks_ahead && __VERIFIER_nondet_agon_int()) __agon_no_more(n);
  }
  if (ended == 2) return -1;
  return stored;
}
int fscanf(void *stream, const char *f, ...) {
  va_list list;
  int result;
  __builtin_va_start(list, f);
  result = vfscanf(stream, f, list);
  __builtin_va_end(list);
  return result;
}
int scanf(const char *f, ...) {
  va_list list;
  int result;
  __builtin_va_start(list, f);
  result = vfscanf(&__agon_files[0], f, list);
  __builtin_va_end(list);
  return result;
}
int vscanf(const char *f, va_list list) { return vfscanf(&__agon_files[0], f, list); }

/** Characters of the number that scanf takes, white space before it is gone; 0 when there is none. */
static int __agon_scanned_float(const char *s, int width) {
  char text[128];
  const char *first, *last;
  int i, kind, most = width == 0 || width > 126 ? 126 : width;
  for (i = 0; i < most && s[i] != 0; i++) text[i] = s[i];
  if (i == 126 && width != 126) __agon_unsupported("a floating-point number of scanf this long");
  text[i] = text[i + 1] = 0;
  kind = __agon_scan_float(text, &first, &last);
  /* The start of a longer number is consumed, and is no number. */
  if (kind == 0) {
    if ((*first | 32) == 'i' || (*first | 32) == 'n') __agon_unsupported("half a number of scanf");
    return 0;
  }
  if (kind == 2 && last - first == 3 && (*last | 32) == 'i') __agon_unsupported("half a number of scanf");
  if ((kind == 1 || kind == 4) && ((*last | 32) == 'e' || (*last | 32) == 'p' || (*last | 32) == 'x')) {
    __agon_unsupported("half a number of scanf");
  }
  return (int)(last - text);
}
static void __agon_convert_float(const char *s, int used, char length, void *to) {
  char text[128];
  int i;
  for (i = 0; i < used; i++) text[i] = s[i];
  text[i] = 0;
  if (length == 0) *(float *)to = strtof(text, 0);
  else if (length == 'l') *(double *)to = strtod(text, 0);
  else if (length == 'L') *(long double *)to = strtold(text, 0);
  else __agon_unsupported("a conversion of scanf");
}
int vsscanf(const char *s, const char *f, va_list list) {
  const char *start = s;
  int stored = 0;
  for (; *f; f++) {
    struct __agon_directive d;
    int i = 0;
    if (__agon_space(*f)) {
      while (__agon_space(*s)) s++;
      continue;
    }
    if (*f != '%') {
      if (*s == 0) return stored > 0 ? stored : -1;
      if (*s != *f) return stored;
      s++;
      continue;
    }
    f = __agon_directive(f + 1, &d);
    if (*f == 'n') {
      if (!d.skips) { void *at = __builtin_va_arg(list, void *); __agon_store(at, d.size, s - start); }
      continue;
    }
    if (*f != 'c' && *f != '[') while (__agon_space(*s)) s++;
    if (*s == 0) return stored > 0 ? stored : -1;
    if (*f == '%') {
      if (*s != '%') return stored;
      s++;
      continue;
    }
    if (__agon_is_integer(*f)) {
      int negative = 0, digits = 0, most = d.width > 0 ? d.width : 2147483647;
      int base = *f == 'o' ? 8 : *f == 'x' || *f == 'X' ? 16 : *f == 'i' ? 0 : 10;
      unsigned long long value = 0;
      if (*s == '-' || *s == '+') { negative = *s++ == '-'; i++; }
      if ((base == 0 || base == 16) && i + 1 < most && *s == '0' && (s[1] == 'x' || s[1] == 'X')) {
        s += 2; i += 2;
        base = 16;
      } else if (base == 0) base = *s == '0' && i < most ? 8 : 10;
      for (; i < most; i++, s++, digits++) {
        int digit = *s >= '0' && *s <= '9' ? *s - '0' : *s >= 'a' && *s <= 'f' ? *s - 'a' + 10 : *s >= 'A' && *s <= 'F' ? *s - 'A' + 10 : 99;
        if (digit >= base) break;
        if (value > (~0ULL - digit) / base) __agon_unsupported("a number that scanf cannot store");
        value = value * base + digit;
      }
      if (digits == 0) {
        if (s > start && (s[-1] == 'x' || s[-1] == 'X')) __agon_unsupported("0x without digits in scanf");
        return stored;
      }
      if (d.skips) continue;
      if (value > (d.size == 8 ? ~0ULL : (1ULL << (8 * d.size)) - 1)) __agon_unsupported("a number that scanf cannot store");
      if (*f == 'd' || *f == 'i') {
        unsigned long long limit = (1ULL << (8 * d.size - 1)) - 1 + negative;
        if (value > limit) __agon_unsupported("a number that scanf cannot store");
      }
      if (negative) value = 0 - value;
      { void *at = __builtin_va_arg(list, void *); __agon_store(at, d.size, (long long)value); }
    } else if (__agon_is_float(*f)) {
      int used = __agon_scanned_float(s, d.width);
      if (used == 0) return stored;
      if (!d.skips) { void *at = __builtin_va_arg(list, void *); __agon_convert_float(s, used, d.length, at); }
      s += used;
    } else if (*f == 'c' || *f == 's' || *f == '[') {
      char *to = 0;
      const char *set = 0, *end = 0;
      char kind = *f;
      int most = d.width > 0 ? d.width : kind == 'c' ? 1 : 2147483647;
      if (d.length != 0) __agon_unsupported("wide characters in scanf");
      if (kind == '[') {
        set = f + 1;
        end = f = __agon_set_end(set);
      }
      if (!d.skips) to = __builtin_va_arg(list, char *);
      for (; i < most && *s != 0; i++, s++) {
        if (kind == 's' && __agon_space(*s)) break;
        if (kind == '[' && !__agon_class_has(set, end, *s)) break;
        if (!d.skips) to[i] = *s;
      }
      if (kind == '[' && i == 0) return stored;
      if (kind != 'c' && !d.skips) to[i] = 0;
    } else {
      __agon_unsupported("a conversion of scanf");
    }
    if (!d.skips) stored++;
  }
  return stored;
}
int sscanf(const char *s, const char *f, ...) {
  va_list list;
  int result;
  __builtin_va_start(list, f);
  result = vsscanf(s, f, list);
  __builtin_va_end(list);
  return result;
}
`;
