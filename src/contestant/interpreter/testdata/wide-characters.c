#include <wchar.h>
#include <wctype.h>
#include <stdio.h>
static unsigned h = 17;
static void mix(unsigned n) { h = h * 31 + n; }
int main(void) {
  for (unsigned c = 0; c < 300; c++) {
    mix(iswalnum(c) != 0); mix(iswalpha(c) != 0); mix(iswblank(c) != 0); mix(iswcntrl(c) != 0); mix(iswdigit(c) != 0); mix(iswgraph(c) != 0); mix(iswlower(c) != 0);
    mix(iswprint(c) != 0); mix(iswpunct(c) != 0); mix(iswspace(c) != 0); mix(iswupper(c) != 0); mix(iswxdigit(c) != 0); mix(towlower(c)); mix(towupper(c));
  }
  mix(iswalpha(WEOF) != 0); mix(towlower(WEOF) == WEOF);
  return h & 127;
}
