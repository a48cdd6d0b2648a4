/** General utilities, strings, characters and diagnostics (C11 7.2, 7.4, 7.5, 7.11, 7.22, 7.24, 7.29, 7.30; POSIX). */

/** Without an include guard: every inclusion tests NDEBUG again (C11 7.2p1). */
const ASSERT = `
#undef assert
#ifndef _ASSERT_H
#define _ASSERT_H
#define static_assert _Static_assert
extern void __assert_fail(const char *__assertion, const char *__file, unsigned int __line,
                          const char *__function) __attribute__((__noreturn__));
extern void __assert_perror_fail(int __errnum, const char *__file, unsigned int __line,
                                 const char *__function) __attribute__((__noreturn__));
extern void __assert(const char *__assertion, const char *__file, int __line)
    __attribute__((__noreturn__));
#endif
#ifdef NDEBUG
#define assert(expr) ((void)(0))
#else
#define assert(expr) ((expr) ? (void)(0) : __assert_fail(#expr, __FILE__, __LINE__, __func__))
#endif
`;

const STDLIB = `
#ifndef _STDLIB_H
#define _STDLIB_H
#include <stddef.h>
#include <alloca.h>
#include <sys/types.h>
typedef struct { int quot; int rem; } div_t;
typedef struct { long quot; long rem; } ldiv_t;
typedef struct { long long quot; long long rem; } lldiv_t;
#define RAND_MAX 2147483647
#define EXIT_FAILURE 1
#define EXIT_SUCCESS 0
#define MB_CUR_MAX (__ctype_get_mb_cur_max())
extern size_t __ctype_get_mb_cur_max(void);
extern double atof(const char *__nptr);
extern int atoi(const char *__nptr);
extern long atol(const char *__nptr);
extern long long atoll(const char *__nptr);
extern double strtod(const char *restrict __nptr, char **restrict __endptr);
extern float strtof(const char *restrict __nptr, char **restrict __endptr);
extern long double strtold(const char *restrict __nptr, char **restrict __endptr);
extern long strtol(const char *restrict __nptr, char **restrict __endptr, int __base);
extern unsigned long strtoul(const char *restrict __nptr, char **restrict __endptr, int __base);
extern long long strtoll(const char *restrict __nptr, char **restrict __endptr, int __base);
extern unsigned long long strtoull(const char *restrict __nptr, char **restrict __endptr,
                                   int __base);
extern long random(void);
extern void srandom(unsigned int __seed);
extern char *initstate(unsigned int __seed, char *__statebuf, size_t __statelen);
extern char *setstate(char *__statebuf);
extern int rand(void);
extern void srand(unsigned int __seed);
extern int rand_r(unsigned int *__seed);
extern double drand48(void);
extern long lrand48(void);
extern long mrand48(void);
extern void srand48(long __seedval);
extern void *malloc(size_t __size);
extern void *calloc(size_t __nmemb, size_t __size);
extern void *realloc(void *__ptr, size_t __size);
extern void *reallocarray(void *__ptr, size_t __nmemb, size_t __size);
extern void free(void *__ptr);
extern void *valloc(size_t __size);
extern int posix_memalign(void **__memptr, size_t __alignment, size_t __size);
extern void *aligned_alloc(size_t __alignment, size_t __size);
extern void abort(void) __attribute__((__noreturn__));
extern int atexit(void (*__func)(void));
extern int at_quick_exit(void (*__func)(void));
extern int on_exit(void (*__func)(int __status, void *__arg), void *__arg);
extern void exit(int __status) __attribute__((__noreturn__));
extern void quick_exit(int __status) __attribute__((__noreturn__));
extern void _Exit(int __status) __attribute__((__noreturn__));
extern char *getenv(const char *__name);
extern int putenv(char *__string);
extern int setenv(const char *__name, const char *__value, int __replace);
extern int unsetenv(const char *__name);
extern int clearenv(void);
extern char *mktemp(char *__template);
extern int mkstemp(char *__template);
extern char *mkdtemp(char *__template);
extern int system(const char *__command);
extern char *realpath(const char *restrict __name, char *restrict __resolved);
typedef int (*__compar_fn_t)(const void *, const void *);
extern void *bsearch(const void *__key, const void *__base, size_t __nmemb, size_t __size,
                     __compar_fn_t __compar);
extern void qsort(void *__base, size_t __nmemb, size_t __size, __compar_fn_t __compar);
extern int abs(int __x);
extern long labs(long __x);
extern long long llabs(long long __x);
extern div_t div(int __numer, int __denom);
extern ldiv_t ldiv(long __numer, long __denom);
extern lldiv_t lldiv(long long __numer, long long __denom);
extern int mblen(const char *__s, size_t __n);
extern int mbtowc(wchar_t *restrict __pwc, const char *restrict __s, size_t __n);
extern int wctomb(char *__s, wchar_t __wchar);
extern size_t mbstowcs(wchar_t *restrict __pwcs, const char *restrict __s, size_t __n);
extern size_t wcstombs(char *restrict __s, const wchar_t *restrict __pwcs, size_t __n);
extern int getsubopt(char **restrict __optionp, char *const *restrict __tokens,
                     char **restrict __valuep);
extern int getloadavg(double __loadavg[], int __nelem);
#endif
`;

const ALLOCA = `
#ifndef _ALLOCA_H
#define _ALLOCA_H
#include <stddef.h>
#undef alloca
extern void *alloca(size_t __size);
#define alloca(size) __builtin_alloca(size)
#endif
`;

const MALLOC = `
#ifndef _MALLOC_H
#define _MALLOC_H
#include <stddef.h>
#include <stdio.h>
extern void *malloc(size_t __size);
extern void *calloc(size_t __nmemb, size_t __size);
extern void *realloc(void *__ptr, size_t __size);
extern void free(void *__ptr);
extern void *memalign(size_t __alignment, size_t __size);
extern void *valloc(size_t __size);
extern void *pvalloc(size_t __size);
extern size_t malloc_usable_size(void *__ptr);
extern int malloc_trim(size_t __pad);
extern int mallopt(int __param, int __val);
#endif
`;

const STRING = `
#ifndef _STRING_H
#define _STRING_H
#include <stddef.h>
#include <strings.h>
extern void *memcpy(void *restrict __dest, const void *restrict __src, size_t __n);
extern void *memmove(void *__dest, const void *__src, size_t __n);
extern void *memccpy(void *restrict __dest, const void *restrict __src, int __c, size_t __n);
extern void *memset(void *__s, int __c, size_t __n);
extern int memcmp(const void *__s1, const void *__s2, size_t __n);
extern void *memchr(const void *__s, int __c, size_t __n);
extern char *strcpy(char *restrict __dest, const char *restrict __src);
extern char *strncpy(char *restrict __dest, const char *restrict __src, size_t __n);
extern char *strcat(char *restrict __dest, const char *restrict __src);
extern char *strncat(char *restrict __dest, const char *restrict __src, size_t __n);
extern int strcmp(const char *__s1, const char *__s2);
extern int strncmp(const char *__s1, const char *__s2, size_t __n);
extern int strcoll(const char *__s1, const char *__s2);
extern size_t strxfrm(char *restrict __dest, const char *restrict __src, size_t __n);
extern char *strdup(const char *__s);
extern char *strndup(const char *__string, size_t __n);
extern char *strchr(const char *__s, int __c);
extern char *strrchr(const char *__s, int __c);
extern size_t strcspn(const char *__s, const char *__reject);
extern size_t strspn(const char *__s, const char *__accept);
extern char *strpbrk(const char *__s, const char *__accept);
extern char *strstr(const char *__haystack, const char *__needle);
extern char *strtok(char *restrict __s, const char *restrict __delim);
extern char *strtok_r(char *restrict __s, const char *restrict __delim, char **restrict __save_ptr);
extern size_t strlen(const char *__s);
extern size_t strnlen(const char *__string, size_t __maxlen);
extern char *strerror(int __errnum);
extern void explicit_bzero(void *__s, size_t __n);
extern char *strsep(char **restrict __stringp, const char *restrict __delim);
extern char *strsignal(int __sig);
extern char *stpcpy(char *restrict __dest, const char *restrict __src);
extern char *stpncpy(char *restrict __dest, const char *restrict __src, size_t __n);
#ifdef _GNU_SOURCE
extern void *memmem(const void *__haystack, size_t __haystacklen, const void *__needle,
                    size_t __needlelen);
extern void *mempcpy(void *restrict __dest, const void *restrict __src, size_t __n);
extern void *memrchr(const void *__s, int __c, size_t __n);
extern void *rawmemchr(const void *__s, int __c);
extern char *strchrnul(const char *__s, int __c);
extern char *strcasestr(const char *__haystack, const char *__needle);
extern char *strerror_r(int __errnum, char *__buf, size_t __buflen);
#else
extern int strerror_r(int __errnum, char *__buf, size_t __buflen);
#endif
#endif
`;

const STRINGS = `
#ifndef _STRINGS_H
#define _STRINGS_H
#include <stddef.h>
extern int bcmp(const void *__s1, const void *__s2, size_t __n);
extern void bcopy(const void *__src, void *__dest, size_t __n);
extern void bzero(void *__s, size_t __n);
extern char *index(const char *__s, int __c);
extern char *rindex(const char *__s, int __c);
extern int ffs(int __i);
extern int ffsl(long __l);
extern int ffsll(long long __ll);
extern int strcasecmp(const char *__s1, const char *__s2);
extern int strncasecmp(const char *__s1, const char *__s2, size_t __n);
#endif
`;

const CTYPE = `
#ifndef _CTYPE_H
#define _CTYPE_H
${[..."alnum alpha cntrl digit lower graph print punct space upper xdigit blank ascii".split(" ")]
  .map((name) => `extern int is${name}(int __c);`)
  .join("\n")}
extern int tolower(int __c);
extern int toupper(int __c);
extern int toascii(int __c);
#endif
`;

/** Linux x86 numbers (asm-generic/errno.h). */
const ERROR_NUMBERS =
  "EPERM 1 ENOENT 2 ESRCH 3 EINTR 4 EIO 5 ENXIO 6 E2BIG 7 ENOEXEC 8 EBADF 9 ECHILD 10 EAGAIN 11 " +
  "ENOMEM 12 EACCES 13 EFAULT 14 ENOTBLK 15 EBUSY 16 EEXIST 17 EXDEV 18 ENODEV 19 ENOTDIR 20 " +
  "EISDIR 21 EINVAL 22 ENFILE 23 EMFILE 24 ENOTTY 25 ETXTBSY 26 EFBIG 27 ENOSPC 28 ESPIPE 29 " +
  "EROFS 30 EMLINK 31 EPIPE 32 EDOM 33 ERANGE 34 EDEADLK 35 ENAMETOOLONG 36 ENOLCK 37 ENOSYS 38 " +
  "ENOTEMPTY 39 ELOOP 40 ENOMSG 42 EIDRM 43 ENOSTR 60 ENODATA 61 ETIME 62 ENOSR 63 ENOLINK 67 " +
  "EPROTO 71 EMULTIHOP 72 EBADMSG 74 EOVERFLOW 75 EILSEQ 84 EUSERS 87 ENOTSOCK 88 EDESTADDRREQ 89 " +
  "EMSGSIZE 90 EPROTOTYPE 91 ENOPROTOOPT 92 EPROTONOSUPPORT 93 ESOCKTNOSUPPORT 94 EOPNOTSUPP 95 " +
  "EPFNOSUPPORT 96 EAFNOSUPPORT 97 EADDRINUSE 98 EADDRNOTAVAIL 99 ENETDOWN 100 ENETUNREACH 101 " +
  "ENETRESET 102 ECONNABORTED 103 ECONNRESET 104 ENOBUFS 105 EISCONN 106 ENOTCONN 107 ESHUTDOWN 108 " +
  "ETOOMANYREFS 109 ETIMEDOUT 110 ECONNREFUSED 111 EHOSTDOWN 112 EHOSTUNREACH 113 EALREADY 114 " +
  "EINPROGRESS 115 ESTALE 116 EDQUOT 122 ECANCELED 125 EOWNERDEAD 130 ENOTRECOVERABLE 131";

const ERRNO = `
#ifndef _ERRNO_H
#define _ERRNO_H
${[...ERROR_NUMBERS.matchAll(/(\w+) (\d+)/g)].map(([, name, value]) => `#define ${name} ${value}`).join("\n")}
#define EWOULDBLOCK EAGAIN
#define EDEADLOCK EDEADLK
#define ENOTSUP EOPNOTSUPP
extern int *__errno_location(void) __attribute__((__const__));
#define errno (*__errno_location())
#endif
`;

const LOCALE = `
#ifndef _LOCALE_H
#define _LOCALE_H
#include <stddef.h>
#define LC_CTYPE 0
#define LC_NUMERIC 1
#define LC_TIME 2
#define LC_COLLATE 3
#define LC_MONETARY 4
#define LC_MESSAGES 5
#define LC_ALL 6
struct lconv {
  char *decimal_point; char *thousands_sep; char *grouping; char *int_curr_symbol;
  char *currency_symbol; char *mon_decimal_point; char *mon_thousands_sep; char *mon_grouping;
  char *positive_sign; char *negative_sign; char int_frac_digits; char frac_digits;
  char p_cs_precedes; char p_sep_by_space; char n_cs_precedes; char n_sep_by_space;
  char p_sign_posn; char n_sign_posn; char int_p_cs_precedes; char int_p_sep_by_space;
  char int_n_cs_precedes; char int_n_sep_by_space; char int_p_sign_posn; char int_n_sign_posn;
};
extern char *setlocale(int __category, const char *__locale);
extern struct lconv *localeconv(void);
#endif
`;

const WCHAR = `
#ifndef _WCHAR_H
#define _WCHAR_H
#include <stddef.h>
#include <stdarg.h>
#include <bits/file.h>
#define WCHAR_MIN __WCHAR_MIN__
#define WCHAR_MAX __WCHAR_MAX__
#define WEOF (0xffffffffu)
typedef __WINT_TYPE__ wint_t;
typedef struct {
  int __count;
  union { __WINT_TYPE__ __wch; char __wchb[4]; } __value;
} mbstate_t;
struct tm;
extern wchar_t *wcscpy(wchar_t *restrict __dest, const wchar_t *restrict __src);
extern wchar_t *wcsncpy(wchar_t *restrict __dest, const wchar_t *restrict __src, size_t __n);
extern wchar_t *wcscat(wchar_t *restrict __dest, const wchar_t *restrict __src);
extern wchar_t *wcsncat(wchar_t *restrict __dest, const wchar_t *restrict __src, size_t __n);
extern int wcscmp(const wchar_t *__s1, const wchar_t *__s2);
extern int wcsncmp(const wchar_t *__s1, const wchar_t *__s2, size_t __n);
extern int wcscoll(const wchar_t *__s1, const wchar_t *__s2);
extern size_t wcsxfrm(wchar_t *restrict __s1, const wchar_t *restrict __s2, size_t __n);
extern wchar_t *wcsdup(const wchar_t *__s);
extern wchar_t *wcschr(const wchar_t *__wcs, wchar_t __wc);
extern wchar_t *wcsrchr(const wchar_t *__wcs, wchar_t __wc);
extern size_t wcscspn(const wchar_t *__wcs, const wchar_t *__reject);
extern size_t wcsspn(const wchar_t *__wcs, const wchar_t *__accept);
extern wchar_t *wcspbrk(const wchar_t *__wcs, const wchar_t *__accept);
extern wchar_t *wcsstr(const wchar_t *__haystack, const wchar_t *__needle);
extern wchar_t *wcstok(wchar_t *restrict __s, const wchar_t *restrict __delim,
                       wchar_t **restrict __ptr);
extern size_t wcslen(const wchar_t *__s);
extern size_t wcsnlen(const wchar_t *__s, size_t __maxlen);
extern wchar_t *wmemchr(const wchar_t *__s, wchar_t __c, size_t __n);
extern int wmemcmp(const wchar_t *__s1, const wchar_t *__s2, size_t __n);
extern wchar_t *wmemcpy(wchar_t *restrict __s1, const wchar_t *restrict __s2, size_t __n);
extern wchar_t *wmemmove(wchar_t *__s1, const wchar_t *__s2, size_t __n);
extern wchar_t *wmemset(wchar_t *__s, wchar_t __c, size_t __n);
extern wint_t btowc(int __c);
extern int wctob(wint_t __c);
extern int mbsinit(const mbstate_t *__ps);
extern size_t mbrtowc(wchar_t *restrict __pwc, const char *restrict __s, size_t __n,
                      mbstate_t *restrict __p);
extern size_t wcrtomb(char *restrict __s, wchar_t __wc, mbstate_t *restrict __ps);
extern size_t mbrlen(const char *restrict __s, size_t __n, mbstate_t *restrict __ps);
extern size_t mbsrtowcs(wchar_t *restrict __dst, const char **restrict __src, size_t __len,
                        mbstate_t *restrict __ps);
extern size_t wcsrtombs(char *restrict __dst, const wchar_t **restrict __src, size_t __len,
                        mbstate_t *restrict __ps);
extern double wcstod(const wchar_t *restrict __nptr, wchar_t **restrict __endptr);
extern long wcstol(const wchar_t *restrict __nptr, wchar_t **restrict __endptr, int __base);
extern unsigned long wcstoul(const wchar_t *restrict __nptr, wchar_t **restrict __endptr,
                             int __base);
extern int wprintf(const wchar_t *restrict __format, ...);
extern int fwprintf(FILE *restrict __stream, const wchar_t *restrict __format, ...);
extern int swprintf(wchar_t *restrict __s, size_t __n, const wchar_t *restrict __format, ...);
extern int wscanf(const wchar_t *restrict __format, ...);
extern int swscanf(const wchar_t *restrict __s, const wchar_t *restrict __format, ...);
extern wint_t fgetwc(FILE *__stream);
extern wint_t getwc(FILE *__stream);
extern wint_t getwchar(void);
extern wint_t fputwc(wchar_t __wc, FILE *__stream);
extern wint_t putwc(wchar_t __wc, FILE *__stream);
extern wint_t putwchar(wchar_t __wc);
extern wchar_t *fgetws(wchar_t *restrict __ws, int __n, FILE *restrict __stream);
extern int fputws(const wchar_t *restrict __ws, FILE *restrict __stream);
#endif
`;

const WCTYPE = `
#ifndef _WCTYPE_H
#define _WCTYPE_H
#include <wchar.h>
${[..."alnum alpha cntrl digit lower graph print punct space upper xdigit blank".split(" ")]
  .map((name) => `extern int isw${name}(wint_t __wc);`)
  .join("\n")}
extern wint_t towlower(wint_t __wc);
extern wint_t towupper(wint_t __wc);
#endif
`;

export const LIBRARY_HEADERS: readonly (readonly [name: string, text: string])[] = [
  ["assert.h", ASSERT],
  ["stdlib.h", STDLIB],
  ["alloca.h", ALLOCA],
  ["malloc.h", MALLOC],
  ["string.h", STRING],
  ["memory.h", "#include <string.h>\n"],
  ["strings.h", STRINGS],
  ["ctype.h", CTYPE],
  ["errno.h", ERRNO],
  ["locale.h", LOCALE],
  ["wchar.h", WCHAR],
  ["wctype.h", WCTYPE],
];
