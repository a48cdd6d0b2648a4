/**
 * Models of the `sprintf` family (C11 7.21.6), exact for the conversions
 * a c d e f g i o s u x A E F G X % with all flags, widths, precisions and length
 * modifiers of numbers (but `%La`). Other conversions are unsupported.
 */
export const FORMAT_MODELS = `
static void __agon_put(char *to, size_t limit, size_t at, char c) {
  if (at < limit) to[at] = c;
}
int vsnprintf(char *to, size_t limit, const char *f, va_list list) {
  size_t n = 0;
  for (; *f; f++) {
    int left = 0, plus = 0, space = 0, alternate = 0, zero = 0, width = 0, precision = -1, size = 4;
    int length = 0, zeros = 0, pad, i;
    char digits[24], prefix[4];
    int prefixes = 0;
    const char *text = digits;
    if (*f != '%') { __agon_put(to, limit, n++, *f); continue; }
    f++;
    for (;; f++) {
      if (*f == '-') left = 1;
      else if (*f == '+') plus = 1;
      else if (*f == ' ') space = 1;
      else if (*f == '#') alternate = 1;
      else if (*f == '0') zero = 1;
      else break;
    }
    if (*f == '*') {
      width = __builtin_va_arg(list, int);
      if (width < 0) { left = 1; width = -width; }
      f++;
    } else {
      for (; *f >= '0' && *f <= '9'; f++) width = width * 10 + (*f - '0');
    }
    if (*f == '.') {
      f++;
      precision = 0;
      if (*f == '*') { precision = __builtin_va_arg(list, int); f++; }
      else for (; *f >= '0' && *f <= '9'; f++) precision = precision * 10 + (*f - '0');
    }
    for (;; f++) {
      if (*f == 'h') size /= 2;
      else if (*f == 'l') size = size == 4 ? sizeof(long) + 1 : 8;
      else if (*f == 'q' || *f == 'j') size = 8;
      else if (*f == 'L') size = 16;
      else if (*f == 'z' || *f == 't') size = sizeof(long) + 1;
      else break;
    }
    if (*f == '%') { __agon_put(to, limit, n++, '%'); continue; }
    if (size > 4 && (*f == 'c' || *f == 's')) __agon_unsupported("wide characters in printf");
    if (*f == 'c') {
      digits[0] = (char)__builtin_va_arg(list, int);
      length = 1;
      zero = 0;
    } else if (*f == 's') {
      text = __builtin_va_arg(list, const char *);
      while ((precision < 0 || length < precision) && text[length]) length++;
      zero = 0;
    } else if (*f == 'd' || *f == 'i' || *f == 'u' || *f == 'x' || *f == 'X' || *f == 'o') {
      unsigned long long value;
      unsigned base = *f == 'o' ? 8 : *f == 'x' || *f == 'X' ? 16 : 10;
      if (*f == 'd' || *f == 'i') {
        long long number = size == 8 ? __builtin_va_arg(list, long long) : size == sizeof(long) + 1 ? __builtin_va_arg(list, long)
          : size == 4 ? __builtin_va_arg(list, int) : size == 2 ? (short)__builtin_va_arg(list, int) : (signed char)__builtin_va_arg(list, int);
        value = number < 0 ? 0 - (unsigned long long)number : (unsigned long long)number;
        if (number < 0) prefix[prefixes++] = '-';
        else if (plus) prefix[prefixes++] = '+';
        else if (space) prefix[prefixes++] = ' ';
      } else {
        value = size == 8 ? __builtin_va_arg(list, unsigned long long) : size == sizeof(long) + 1 ? __builtin_va_arg(list, unsigned long)
          : size == 4 ? __builtin_va_arg(list, unsigned) : size == 2 ? (unsigned short)__builtin_va_arg(list, int) : (unsigned char)__builtin_va_arg(list, int);
      }
      if (alternate && base == 16 && value != 0) { prefix[prefixes++] = '0'; prefix[prefixes++] = *f; }
      for (i = 24; value != 0; value /= base) {
        int digit = (int)(value % base);
        digits[--i] = (char)(digit < 10 ? '0' + digit : (*f == 'X' ? 'A' : 'a') + digit - 10);
      }
      text = digits + i;
      length = 24 - i;
      if (precision < 0 && length == 0) zeros = 1;
      if (precision > length) zeros = precision - length;
      if (alternate && base == 8 && zeros == 0) zeros = 1;
      if (zero && !left && precision < 0 && width > length + zeros + prefixes) zeros = width - length - prefixes;
    } else if (*f == 'f' || *f == 'e' || *f == 'g' || *f == 'a' || *f == 'F' || *f == 'E' || *f == 'G' || *f == 'A') {
      int isUpper = *f < 'a', negative;
      char kind = isUpper ? *f + 32 : *f;
      char *number;
      if (size == 16) {
        long double value = __builtin_va_arg(list, long double);
        if (kind == 'a') __agon_unsupported("a conversion of printf");
        negative = __builtin_signbit(value) != 0;
        number = __builtin_alloca((size_t)(precision < 0 ? 6 : precision) + 5100);
        length = __agon_print_ldouble(number, value, kind, precision, alternate);
      } else {
        double value = __builtin_va_arg(list, double);
        negative = __builtin_signbit(value) != 0;
        number = __builtin_alloca((size_t)(precision < 0 ? 6 : precision) + 400);
        length = __agon_print_double(number, value, kind, precision, alternate);
      }
      if (negative) prefix[prefixes++] = '-';
      else if (plus) prefix[prefixes++] = '+';
      else if (space) prefix[prefixes++] = ' ';
      if (number[0] == 'i' || number[0] == 'n') zero = 0;
      else if (kind == 'a') { prefix[prefixes++] = '0'; prefix[prefixes++] = isUpper ? 'X' : 'x'; }
      if (isUpper) for (i = 0; i < length; i++) if (number[i] >= 'a') number[i] -= 32;
      text = number;
      if (zero && !left && width > length + prefixes) zeros = width - length - prefixes;
    } else {
      __agon_unsupported("a conversion of printf");
    }
    pad = width - length - zeros - prefixes;
    if (!left) for (i = 0; i < pad; i++) __agon_put(to, limit, n++, ' ');
    for (i = 0; i < prefixes; i++) __agon_put(to, limit, n++, prefix[i]);
    for (i = 0; i < zeros; i++) __agon_put(to, limit, n++, '0');
    for (i = 0; i < length; i++) __agon_put(to, limit, n++, text[i]);
    if (left) for (i = 0; i < pad; i++) __agon_put(to, limit, n++, ' ');
  }
  if (limit > 0) to[n < limit ? n : limit - 1] = 0;
  return (int)n;
}
int vsprintf(char *to, const char *f, va_list list) { return vsnprintf(to, ~(size_t)0, f, list); }
int snprintf(char *to, size_t limit, const char *f, ...) {
  va_list list;
  int result;
  __builtin_va_start(list, f);
  result = vsnprintf(to, limit, f, list);
  __builtin_va_end(list);
  return result;
}
int sprintf(char *to, const char *f, ...) {
  va_list list;
  int result;
  __builtin_va_start(list, f);
  result = vsnprintf(to, ~(size_t)0, f, list);
  __builtin_va_end(list);
  return result;
}
`;
