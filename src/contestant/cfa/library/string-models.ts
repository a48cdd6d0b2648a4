/**
 * Models of <string.h> and <strings.h> (C11 7.24, POSIX). Arguments are
 * accessed byte by byte as far as the standard says, so that invalid ones show
 * as invalid accesses; copying between ranges that overlap is undefined, and
 * found when the copy is complete. `strcoll` compares as in the C locale;
 * `memccpy` is not checked for overlap.
 *
 * Marks separate the functions, from which those on wide characters are made.
 *
 * Comparisons give any number with the right sign (C11 7.24.4): usually the
 * difference of the first bytes that differ, as glibc on x86-64 does.
 */
export const STRING_MODELS = `
/*-*/size_t strlen(const char *s) { size_t n = 0; while (s[n]) n++; return n; }
/*-*/size_t strnlen(const char *s, size_t limit) {
  size_t n = 0;
  while (n < limit && s[n]) n++;
  return n;
}
/*-*/char *strcpy(char *to, const char *from) {
  size_t i = 0;
  while (from[i]) { to[i] = from[i]; i++; }
  to[i] = 0;
  __agon_disjoint(to, from, (i + 1) * sizeof(char));
  return to;
}
/*-*/char *stpcpy(char *to, const char *from) {
  size_t i = 0;
  while (from[i]) { to[i] = from[i]; i++; }
  to[i] = 0;
  __agon_disjoint(to, from, i + 1);
  return to + i;
}
/*-*/char *strncpy(char *to, const char *from, size_t limit) {
  size_t i = 0;
  while (i < limit && from[i]) { to[i] = from[i]; i++; }
  __agon_disjoint(to, from, (i < limit ? i + 1 : i) * sizeof(char));
  while (i < limit) { to[i] = 0; i++; }
  return to;
}
/*-*/char *stpncpy(char *to, const char *from, size_t limit) {
  size_t i = 0, end;
  while (i < limit && from[i]) { to[i] = from[i]; i++; }
  end = i;
  __agon_disjoint(to, from, i < limit ? i + 1 : i);
  while (i < limit) { to[i] = 0; i++; }
  return to + end;
}
/*-*/char *strcat(char *to, const char *from) {
  size_t n = 0, i = 0;
  while (to[n]) n++;
  while (from[i]) { to[n + i] = from[i]; i++; }
  to[n + i] = 0;
  __agon_disjoint(to + n, from, (i + 1) * sizeof(char));
  return to;
}
/*-*/char *strncat(char *to, const char *from, size_t limit) {
  size_t n = 0, i = 0;
  while (to[n]) n++;
  while (i < limit && from[i]) { to[n + i] = from[i]; i++; }
  to[n + i] = 0;
  __agon_disjoint(to + n, from, (i < limit ? i + 1 : i) * sizeof(char));
  return to;
}
/*-*/int strcmp(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] && a[i] == b[i]) i++;
  return __agon_open_sign((unsigned char)a[i] - (unsigned char)b[i]);
}
/*-*/int strncmp(const char *a, const char *b, size_t limit) {
  size_t i = 0;
  if (limit == 0) return 0;
  while (i + 1 < limit && a[i] && a[i] == b[i]) i++;
  return __agon_open_sign((unsigned char)a[i] - (unsigned char)b[i]);
}
/*-*/static int __agon_lower(char c) { return c >= 'A' && c <= 'Z' ? c + 32 : (unsigned char)c; }
/*-*/int strcasecmp(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] && __agon_lower(a[i]) == __agon_lower(b[i])) i++;
  return __agon_open_sign(__agon_lower(a[i]) - __agon_lower(b[i]));
}
/*-*/int strncasecmp(const char *a, const char *b, size_t limit) {
  size_t i = 0;
  if (limit == 0) return 0;
  while (i + 1 < limit && a[i] && __agon_lower(a[i]) == __agon_lower(b[i])) i++;
  return __agon_open_sign(__agon_lower(a[i]) - __agon_lower(b[i]));
}
/*-*/char *strchr(const char *s, int c) {
  char wanted = (char)c;
  while (*s != wanted) {
    if (!*s) return 0;
    s++;
  }
  return (char *)s;
}
/*-*/char *index(const char *s, int c) { return strchr(s, c); }
/*-*/char *strrchr(const char *s, int c) {
  char wanted = (char)c;
  const char *found = 0;
  for (;; s++) {
    if (*s == wanted) found = s;
    if (!*s) return (char *)found;
  }
}
/*-*/char *rindex(const char *s, int c) { return strrchr(s, c); }
/*-*/char *strstr(const char *text, const char *part) {
  for (;; text++) {
    size_t i = 0;
    while (part[i] && text[i] == part[i]) i++;
    if (!part[i]) return (char *)text;
    if (!*text) return 0;
  }
}
/*-*/size_t strspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n]) {
    size_t i = 0;
    while (set[i] && set[i] != s[n]) i++;
    if (!set[i]) break;
    n++;
  }
  return n;
}
/*-*/size_t strcspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n]) {
    size_t i = 0;
    while (set[i] && set[i] != s[n]) i++;
    if (set[i]) break;
    n++;
  }
  return n;
}
/*-*/char *strpbrk(const char *s, const char *set) {
  s += strcspn(s, set);
  return *s ? (char *)s : 0;
}
/*-*/int memcmp(const void *a, const void *b, size_t size) {
  const unsigned char *p = a, *q = b;
  size_t i;
  for (i = 0; i < size; i++)
    if (p[i] != q[i]) return __agon_open_sign(p[i] - q[i]);
  return 0;
}
/*-*/int bcmp(const void *a, const void *b, size_t size) {
  int different = __agon_open_value(1);
  if (memcmp(a, b, size) == 0) return 0;
  return different == 0 ? 1 : different;
}
/*-*/void *memchr(const void *s, int c, size_t size) {
  const unsigned char *p = s;
  size_t i;
  for (i = 0; i < size; i++)
    if (p[i] == (unsigned char)c) return (void *)(p + i);
  return 0;
}
/*-*/void *mempcpy(void *to, const void *from, size_t size) {
  memcpy(to, from, size);
  return (char *)to + size;
}
/*-*/void bzero(void *s, size_t size) { memset(s, 0, size); }
/*-*/void bcopy(const void *from, void *to, size_t size) { memmove(to, from, size); }
/*-*/char *strdup(const char *s) {
  size_t size = strlen(s) + 1;
  return memcpy(malloc(size), s, size);
}
/*-*/char *__strdup(const char *s) { return strdup(s); }
/*-*/char *strndup(const char *s, size_t limit) {
  size_t size = strnlen(s, limit);
  char *copy = malloc(size + 1);
  memcpy(copy, s, size);
  copy[size] = 0;
  return copy;
}
/*-*/static char *__agon_next_token;
/*-*/char *strtok_r(char *s, const char *set, char **next) {
  char *end;
  if (s == 0) s = *next;
  s += strspn(s, set);
  if (*s == 0) { *next = s; return 0; }
  end = s + strcspn(s, set);
  if (*end) *end++ = 0;
  *next = end;
  return s;
}
/*-*/char *strtok(char *s, const char *set) { return strtok_r(s, set, &__agon_next_token); }
/*-*/char *strsep(char **s, const char *set) {
  char *start = *s, *end;
  if (start == 0) return 0;
  end = start + strcspn(start, set);
  if (*end) { *end = 0; *s = end + 1; } else *s = 0;
  return start;
}
/*-*/char *strchrnul(const char *s, int c) {
  while (*s && *s != (char)c) s++;
  return (char *)s;
}
/*-*/void *memrchr(const void *s, int c, size_t size) {
  const unsigned char *p = s;
  while (size-- > 0)
    if (p[size] == (unsigned char)c) return (void *)(p + size);
  return 0;
}
/*-*/void *memccpy(void *to, const void *from, int c, size_t size) {
  unsigned char *p = to;
  const unsigned char *q = from;
  size_t i;
  for (i = 0; i < size; i++) {
    p[i] = q[i];
    if (q[i] == (unsigned char)c) return p + i + 1;
  }
  return 0;
}
/*-*/void *memmem(const void *text, size_t size, const void *part, size_t length) {
  const char *p = text;
  if (length > size) return 0;
  for (; size >= length; p++, size--)
    if (memcmp(p, part, length) == 0) return (void *)p;
  return 0;
}
/*-*/int strcoll(const char *a, const char *b) { return strcmp(a, b); }
`;
