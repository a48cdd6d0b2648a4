/** <string.h>, <strings.h>, <wchar.h>, <ctype.h>, <wctype.h>: C11 7.24, 7.29, 7.4, 7.30. The models access strings themselves. */
import {
  type Access,
  type Contract,
  contracts,
  implemented,
  orNull,
  reads,
  state,
  string,
  writes,
} from "./contract.ts";

const text = (of: string, most?: string): Access => implemented(string(of, most));
const read = (of: string, size: string): Access => implemented(reads(of, size));
const written = (of: string, size: string): Access => implemented(writes(of, size));

const STRINGS = contracts("string.h", [
  ["size_t strlen(const char *s)", text("s")],
  ["size_t strnlen(const char *s, size_t limit)", text("s", "limit")],
  ["char *strcpy(char *to, const char *from)", text("from"), written("to", "1")],
  ["char *stpcpy(char *to, const char *from)", text("from"), written("to", "1")],
  [
    "char *strncpy(char *to, const char *from, size_t limit)",
    text("from", "limit"),
    written("to", "limit"),
  ],
  [
    "char *stpncpy(char *to, const char *from, size_t limit)",
    text("from", "limit"),
    written("to", "limit"),
  ],
  ["char *strcat(char *to, const char *from)", text("from"), text("to")],
  ["char *strncat(char *to, const char *from, size_t limit)", text("from", "limit"), text("to")],
  ["int strcmp(const char *a, const char *b)", text("a"), text("b")],
  ["int strcoll(const char *a, const char *b)", text("a"), text("b")],
  [
    "int strncmp(const char *a, const char *b, size_t limit)",
    text("a", "limit"),
    text("b", "limit"),
  ],
  ["char *strchr(const char *s, int c)", text("s")],
  ["char *strrchr(const char *s, int c)", text("s")],
  ["char *strchrnul(const char *s, int c)", text("s")],
  [
    "char *strstr(const char *text, const char *part)",
    reads("text", "1"),
    text("text"),
    text("part"),
  ],
  ["size_t strspn(const char *s, const char *set)", text("s"), string("set")],
  ["size_t strcspn(const char *s, const char *set)", text("s"), string("set")],
  ["char *strpbrk(const char *s, const char *set)", text("s"), string("set")],
  ["char *strdup(const char *s)", text("s")],
  ["char *__strdup(const char *s)", text("s")],
  ["char *strndup(const char *s, size_t limit)", text("s", "limit")],
  [
    "char *strtok_r(char *s, const char *set, char **next)",
    orNull(text("s")),
    string("set"),
    written("next", "sizeof(void *)"),
  ],
  ["char *strtok(char *s, const char *set)", orNull(text("s")), string("set"), state("strtok")],
  ["char *strsep(char **s, const char *set)", read("s", "sizeof(void *)"), string("set")],
]);

const BYTES = contracts("string.h", [
  [
    "void *memcpy(void *to, const void *from, size_t size)",
    read("from", "size"),
    written("to", "size"),
  ],
  [
    "void *memmove(void *to, const void *from, size_t size)",
    read("from", "size"),
    written("to", "size"),
  ],
  ["void *memset(void *to, int byte, size_t size)", written("to", "size")],
  [
    "void *mempcpy(void *to, const void *from, size_t size)",
    read("from", "size"),
    written("to", "size"),
  ],
  // All bytes are compared, even behind the first difference (7.24.4.1p2 speaks of the first `size` characters).
  ["int memcmp(const void *a, const void *b, size_t size)", reads("a", "size"), reads("b", "size")],
  // As if from the first byte on, and up to the one that is found (7.24.5.1p2).
  ["void *memchr(const void *s, int c, size_t size)", implemented(reads("s", "size"))],
  ["void *memrchr(const void *s, int c, size_t size)", reads("s", "size")],
  [
    "void *memccpy(void *to, const void *from, int c, size_t size)",
    implemented(reads("from", "size")),
    implemented(writes("to", "size")),
  ],
  [
    "void *memmem(const void *text, size_t size, const void *part, size_t length)",
    reads("text", "size"),
    reads("part", "length"),
  ],
  // Names of glibc's headers with _FORTIFY_SOURCE.
  [
    "void *__memcpy_chk(void *to, const void *from, size_t size, size_t room)",
    read("from", "size"),
    written("to", "size"),
  ],
  [
    "void *__memmove_chk(void *to, const void *from, size_t size, size_t room)",
    read("from", "size"),
    written("to", "size"),
  ],
  ["void *__memset_chk(void *to, int byte, size_t size, size_t room)", written("to", "size")],
]);

const OLD_NAMES = contracts("strings.h", [
  ["int strcasecmp(const char *a, const char *b)", text("a"), text("b")],
  [
    "int strncasecmp(const char *a, const char *b, size_t limit)",
    text("a", "limit"),
    text("b", "limit"),
  ],
  ["char *index(const char *s, int c)", text("s")],
  ["char *rindex(const char *s, int c)", text("s")],
  ["int bcmp(const void *a, const void *b, size_t size)", reads("a", "size"), reads("b", "size")],
  ["void bzero(void *s, size_t size)", written("s", "size")],
  [
    "void bcopy(const void *from, void *to, size_t size)",
    read("from", "size"),
    written("to", "size"),
  ],
  ["int ffs(int x)"],
  ["int ffsl(long x)"],
  ["int ffsll(long long x)"],
]);

const WIDE_BYTES = "count * sizeof(wchar_t)";
/** At least the end of a string of wide characters is read. */
const wide = (of: string): Access => read(of, "sizeof(wchar_t)");

const WIDE_STRINGS = contracts("wchar.h", [
  ["size_t wcslen(const wchar_t *s)", wide("s")],
  ["size_t wcsnlen(const wchar_t *s, size_t limit)", implemented(reads("s", "limit"))],
  [
    "wchar_t *wcscpy(wchar_t *to, const wchar_t *from)",
    wide("from"),
    written("to", "sizeof(wchar_t)"),
  ],
  [
    "wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t count)",
    implemented(reads("from", "count")),
    written("to", WIDE_BYTES),
  ],
  ["wchar_t *wcscat(wchar_t *to, const wchar_t *from)", wide("from"), wide("to")],
  [
    "wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t count)",
    implemented(reads("from", "count")),
    wide("to"),
  ],
  ["int wcscmp(const wchar_t *a, const wchar_t *b)", wide("a"), wide("b")],
  [
    "int wcsncmp(const wchar_t *a, const wchar_t *b, size_t count)",
    implemented(reads("a", "count")),
    implemented(reads("b", "count")),
  ],
  ["wchar_t *wcschr(const wchar_t *s, wchar_t c)", wide("s")],
  ["wchar_t *wcsrchr(const wchar_t *s, wchar_t c)", wide("s")],
  [
    "wchar_t *wcsstr(const wchar_t *text, const wchar_t *part)",
    reads("text", "sizeof(wchar_t)"),
    wide("part"),
  ],
  [
    "size_t wcsspn(const wchar_t *s, const wchar_t *set)",
    wide("s"),
    reads("set", "sizeof(wchar_t)"),
  ],
  [
    "size_t wcscspn(const wchar_t *s, const wchar_t *set)",
    wide("s"),
    reads("set", "sizeof(wchar_t)"),
  ],
  [
    "wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set)",
    wide("s"),
    reads("set", "sizeof(wchar_t)"),
  ],
  [
    "wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t count)",
    read("from", WIDE_BYTES),
    written("to", WIDE_BYTES),
  ],
  [
    "wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count)",
    read("from", WIDE_BYTES),
    written("to", WIDE_BYTES),
  ],
  ["wchar_t *wmemset(wchar_t *to, wchar_t c, size_t count)", written("to", WIDE_BYTES)],
  [
    "int wmemcmp(const wchar_t *a, const wchar_t *b, size_t count)",
    reads("a", WIDE_BYTES),
    reads("b", WIDE_BYTES),
  ],
  ["wchar_t *wcsdup(const wchar_t *s)", wide("s")],
]);

/** `is…`, `to…` of characters: the argument must be one of `unsigned char`, or EOF (7.4p1), which is not checked. */
const CHARACTERS = contracts(
  "ctype.h",
  [
    ..."isupper islower isalpha isdigit isxdigit isspace isprint isgraph isblank iscntrl".split(
      " ",
    ),
    ..."ispunct isalnum isascii toascii tolower toupper".split(" "),
  ].map((name) => [`int ${name}(int c)`]),
);

const TABLES = contracts("ctype.h", [
  ["const unsigned short **__ctype_b_loc(void)"],
  ["const int **__ctype_tolower_loc(void)"],
  ["const int **__ctype_toupper_loc(void)"],
]);

const WIDE_CHARACTERS = contracts("wctype.h", [
  ...[
    ..."iswupper iswlower iswalpha iswdigit iswxdigit iswspace iswprint iswgraph iswblank".split(
      " ",
    ),
    ..."iswcntrl iswpunct iswalnum".split(" "),
  ].map((name) => [`int ${name}(wint_t c)`] as const),
  ["wint_t towlower(wint_t c)"],
  ["wint_t towupper(wint_t c)"],
]);

export const TEXT: readonly Contract[] = [
  ...STRINGS,
  ...BYTES,
  ...OLD_NAMES,
  ...WIDE_STRINGS,
  ...CHARACTERS,
  ...TABLES,
  ...WIDE_CHARACTERS,
];
