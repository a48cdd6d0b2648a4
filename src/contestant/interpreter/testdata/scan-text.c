#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
void reach_error(void) {}
static unsigned h = 17;
static void mix(int n) { h = h * 31 + (unsigned)n; }
static void mixs(const char *s) { while (*s) mix(*s++); mix(99); }
static const char *inputs[] = { "12 abc", "-7,+8", "", "   ", "x", "0x1fz", "077 9", "abc12dz", "[k=v]", "100%ok", "5", "a b c", "  42rest", "3:4:5", "-", "+", "0", "00", "zzz]", "a-b" };
static const char *formats[] = { "%d", "%d %s", "%d,%d", "%i", "%x", "%o", "%3s%d", "%*d %s", "[%[a-z]=%[^]]]", "%d%%%s", "%c", "%2c", "%d:%d:%d", "%n%d%n", "%u", "%hd", "%hhd", "%ld", "%lld", "%[^0-9]%d", "%s %s %s", " %c %c", "abc%d", "%5d", "%1d%1d", "%*s%d", "%*[a-z]%d" };
static const char *numbers[] = { "1.5 x", "-2e3,", "  .25", "7.", "inf 3", "-Infinity", "nan", "1e400 2", "3e-310", "0x1.8p+3z", "12345678", "+", ".", "x", "", "1.5.5", "0.1e-2 e" };
static void floating(void) {
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    float f = 5; double d = 6, e = 7; long double l = 8;
    short n = 9; signed char c = 9; long long w = 9;
    mix(sscanf(numbers[i], "%f", &f)); mix(f == f ? f > 1e6f ? 1 : f < -1e6f ? 2 : (int)(f * 1000) : 3);
    mix(sscanf(numbers[i], " %lf%hhn%lf", &d, &c, &e)); mix(d == d ? d > 1e6 ? 1 : d < -1e6 ? 2 : (int)(d * 1000) : 3); mix(c); mix(d == 3e-310); mix(e == e && e < 100 ? (int)(e * 10) : 4);
    mix(sscanf(numbers[i], "%Lg%hn", &l, &n)); mix(l == l ? l > 1e6L ? 1 : l < -1e6L ? 2 : (int)(l * 1000) : 3); mix(n); mix(l == 0.1e-2L);
    if (i == 0 || i == 2 || i == 3 || i == 10 || i == 15) { mix(sscanf(numbers[i], "%3lf%*f%lln", &d, &w)); mix(d == d && d < 1e6 ? (int)(d * 100) : 5); mix((int)w); }
  }
}
void handler(int n) {}
int main(void) {
  floating();
  for (unsigned i = 0; i < sizeof inputs / sizeof *inputs; i++)
    for (unsigned j = 0; j < sizeof formats / sizeof *formats; j++) {
      long long a[4]; char text[3][64];
      memset(a, 0x5a, sizeof a); memset(text, 'q', sizeof text);
      text[0][63] = text[1][63] = text[2][63] = 0;
      const char *f = formats[j];
      int isText[4], k = 0;
      void *p[4];
      for (const char *q = f; *q && k < 4; q++) {
        if (*q != '%') continue;
        q++;
        if (*q == '%') continue;
        int skip = *q == '*';
        while (*q == '*' || (*q >= '0' && *q <= '9') || *q == 'l' || *q == 'h') q++;
        if (*q == '[') { q++; if (*q == '^') q++; if (*q == ']') q++; while (*q != ']') q++; if (skip) continue; isText[k] = 1; p[k] = text[k]; k++; continue; }
        if (skip) continue;
        isText[k] = *q == 's' || *q == 'c';
        p[k] = isText[k] ? (void *)text[k] : (void *)&a[k];
        k++;
      }
      for (; k < 4; k++) p[k] = &a[3];
      int r = sscanf(inputs[i], f, p[0], p[1], p[2], p[3]);
      mix(r);
      for (int z = 0; z < 3; z++) { mix((int)a[z]); mix((int)(a[z] >> 32)); mixs(text[z]); }
    }
  mix(signal(SIGINT, handler) == SIG_DFL); mix(signal(SIGINT, SIG_IGN) == handler); mix(signal(9, handler) == SIG_ERR);
  return h & 127;
}
