import { STRING_MODELS } from "./string-models.ts";

/** Functions of <string.h> with variants for wide characters in <wchar.h>, by their new names. */
const WIDE: Readonly<Record<string, string>> = {
  strlen: "wcslen",
  strnlen: "wcsnlen",
  strcpy: "wcscpy",
  strncpy: "wcsncpy",
  strcat: "wcscat",
  strncat: "wcsncat",
  strcmp: "wcscmp",
  strncmp: "wcsncmp",
  strchr: "wcschr",
  strrchr: "wcsrchr",
  strstr: "wcsstr",
  strspn: "wcsspn",
  strcspn: "wcscspn",
  strpbrk: "wcspbrk",
};

/**
 * Models of <wchar.h> (C11 7.29): those of <string.h> with `int` for `char`. Comparisons usually
 * return -1, 0 or 1, since a difference of two `int` may overflow.
 */
function widened(): string {
  return STRING_MODELS.split("/*-*/")
    .filter((text) => WIDE[nameOf(text)] !== undefined)
    .map((text) =>
      text
        .replace(/\bstr\w+(?=\()/g, (name) => WIDE[name] ?? name)
        .replace(
          /\(unsigned char\)a\[i\] - \(unsigned char\)b\[i\]/,
          "a[i] < b[i] ? -1 : a[i] > b[i]",
        )
        .replace(/sizeof\(char\)/g, "sizeof(int)")
        .replace(/\bchar\b/g, "int"),
    )
    .join("");
}

/** The name of the function that a model defines. */
function nameOf(text: string): string {
  return /(\w+)\(/.exec(text)?.[1] ?? "";
}

/** Models of functions on wide characters, in C. */
export const WIDE_MODELS: string = `${widened()}
int *wmemcpy(int *to, const int *from, size_t count) {
  return memcpy(to, from, count * sizeof(int));
}
int *wmemmove(int *to, const int *from, size_t count) {
  return memmove(to, from, count * sizeof(int));
}
int *wmemset(int *to, int c, size_t count) {
  size_t i;
  for (i = 0; i < count; i++) to[i] = c;
  return to;
}
int wmemcmp(const int *a, const int *b, size_t count) {
  size_t i;
  for (i = 0; i < count; i++)
    if (a[i] != b[i]) return __agon_open_sign(a[i] < b[i] ? -1 : 1);
  return 0;
}
int *wcsdup(const int *s) {
  size_t size = (wcslen(s) + 1) * sizeof(int);
  return memcpy(malloc(size), s, size);
}
`;
