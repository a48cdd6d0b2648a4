#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
static unsigned h = 17;
static void mix(int n) { h = h * 31 + (unsigned)n; }
static void mixs(const char *s) { while (*s) mix(*s++); mix(99); }
int main(void) {
  static const char *formats[] = { "%f", "%e", "%g", "%a", "%.0f", "%.0e", "%.0g", "%#.0f", "%#g", "%10.3f|", "%-12.2e|", "%+g", "% f", "%012.4f", "%G", "%E", "%A", "%.2a", "%.0a", "%.15g", "%.17g", "%.30f", "%015a", "%F", "%#.3g", "%#a" };
  static const double values[] = { 0.0, -0.0, 1.0, -1.5, 0.1, 123456789.0, 1e100, 1e-100, 5e-324, 1.7976931348623157e308, 2.5, 3.5, 0.5, 99999.95, 1e15, 123456.0, 1234567.0, 0.0001, 0.00001234, 1.0/0.0, -1.0/0.0, 9.5, 0.05, 1e22, 4.35, 2.2250738585072014e-308, 1.999999999 };
  static char buffer[800];
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
    for (unsigned j = 0; j < sizeof formats / sizeof *formats; j++) {
      mix(snprintf(buffer, sizeof buffer, formats[j], values[i]));
      mixs(buffer);
    }
  static const char *longs[] = { "%Lf", "%Le", "%Lg", "%.25Lg", "%020.3Lf" };
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
    for (unsigned j = 0; j < sizeof longs / sizeof *longs; j++) { mix(snprintf(buffer, sizeof buffer, longs[j], (long double)values[i] / 3)); mixs(buffer); }
  static const char *texts[] = { "1", "1.5x", " -2.25e3", "+.5", ".", "e5", "1e", "1e+", "1e+5", "0x1p4", "0x1.8p-1z", "inf", "-INFINITYx", "infin", "1e999", "-1e999", "1e-999", "0.1", "123456789012345678901234567890", "1.7976931348623159e308", "4.9e-324", "3.4e38", "1e39", "0x", "0e5", "-0", "1.00000005960464477539", "16777217", "abc", "" };
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
    char *end;
    errno = 0; double d = strtod(texts[i], &end); mix(errno); mix(end - texts[i]); mixs((snprintf(buffer, sizeof buffer, "%.17g", d), buffer));
    errno = 0; float f = strtof(texts[i], &end); mix(errno); mix(end - texts[i]); mixs((snprintf(buffer, sizeof buffer, "%.9g", f), buffer));
    errno = 0; long double l = strtold(texts[i], &end); mix(errno); mix(end - texts[i]); mixs((snprintf(buffer, sizeof buffer, "%.21Lg", l), buffer));
  }
  mixs((snprintf(buffer, sizeof buffer, "%d %s %.*f %c", 4, "x", 2, 3.14159, 'q'), buffer));
  return h & 127;
}
