/** Library functions that gcc knows without a declaration ("Other Built-in Functions"). */
import type { FunctionType } from "../types.ts";
import type { Parser } from "./context.ts";

/** Streams are `void *` here, as in gcc before <stdio.h> is included. */
const PROTOTYPES = `
void abort(void); void exit(int); void _exit(int); void _Exit(int); int atexit(void (*)(void));
int abs(int); long labs(long); long long llabs(long long);
void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *);
void *aligned_alloc(size_t, size_t); void *memalign(size_t, size_t);
int posix_memalign(void **, size_t, size_t); void *alloca(size_t);
void *memcpy(void *, const void *, size_t); void *memmove(void *, const void *, size_t);
void *mempcpy(void *, const void *, size_t); void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t); void *memchr(const void *, int, size_t);
void bzero(void *, size_t); void bcopy(const void *, void *, size_t);
int bcmp(const void *, const void *, size_t);
size_t strlen(const char *); size_t strnlen(const char *, size_t);
char *strcpy(char *, const char *); char *strncpy(char *, const char *, size_t);
char *stpcpy(char *, const char *); char *stpncpy(char *, const char *, size_t);
char *strcat(char *, const char *); char *strncat(char *, const char *, size_t);
int strcmp(const char *, const char *); int strncmp(const char *, const char *, size_t);
int strcasecmp(const char *, const char *); int strncasecmp(const char *, const char *, size_t);
char *strchr(const char *, int); char *strrchr(const char *, int);
char *index(const char *, int); char *rindex(const char *, int);
char *strstr(const char *, const char *); char *strpbrk(const char *, const char *);
size_t strspn(const char *, const char *); size_t strcspn(const char *, const char *);
char *strdup(const char *); char *strndup(const char *, size_t);
int printf(const char *, ...); int fprintf(void *, const char *, ...);
int sprintf(char *, const char *, ...); int snprintf(char *, size_t, const char *, ...);
int vprintf(const char *, va_list); int vfprintf(void *, const char *, va_list);
int vsprintf(char *, const char *, va_list); int vsnprintf(char *, size_t, const char *, va_list);
int scanf(const char *, ...); int fscanf(void *, const char *, ...);
int sscanf(const char *, const char *, ...);
int vscanf(const char *, va_list); int vsscanf(const char *, const char *, va_list);
int putchar(int); int puts(const char *); int fputc(int, void *); int fputs(const char *, void *);
size_t fwrite(const void *, size_t, size_t, void *);
int isalnum(int); int isalpha(int); int isblank(int); int iscntrl(int); int isdigit(int);
int isgraph(int); int islower(int); int isprint(int); int ispunct(int); int isspace(int);
int isupper(int); int isxdigit(int); int tolower(int); int toupper(int); int isascii(int);
int toascii(int); int ffs(int); int ffsl(long); int ffsll(long long);
double frexp(double, int *); float frexpf(float, int *); long double frexpl(long double, int *);
double ldexp(double, int); float ldexpf(float, int); long double ldexpl(long double, int);
double scalbn(double, int); float scalbnf(float, int); long double scalbnl(long double, int);
double modf(double, double *); float modff(float, float *);
long double modfl(long double, long double *);
int ilogb(double); int ilogbf(float); int ilogbl(long double);
long lrint(double); long lrintf(float); long lrintl(long double);
long lround(double); long lroundf(float); long lroundl(long double);
long long llrint(double); long long llrintf(float); long long llrintl(long double);
long long llround(double); long long llroundf(float); long long llroundl(long double);
double fma(double, double, double); float fmaf(float, float, float);
long double fmal(long double, long double, long double);
double nexttoward(double, long double); float nexttowardf(float, long double);
double remquo(double, double, int *); float remquof(float, float, int *);
`;
/**
 * Functions that gcc does not know, but ESBMC and CBMC do; `assert` is the macro whose header was
 * forgotten.
 */
const PROTOTYPES_OF_VERIFIERS = `
void assert(_Bool); void __ESBMC_assert(_Bool, const char *); void __CPROVER_assert(_Bool, const char *);
void __ESBMC_assume(_Bool); void __CPROVER_assume(_Bool);
`;
const UNARY_MATH =
  "acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp10 exp2 expm1 fabs floor " +
  "lgamma log log10 log1p log2 logb nearbyint rint round roundeven sin sinh sqrt tan tanh tgamma trunc";
const BINARY_MATH = "atan2 copysign drem fdim fmax fmin fmod hypot nextafter pow remainder";

const prototypes: ReadonlyMap<string, string> = (() => {
  const table = new Map<string, string>();
  for (const line of (PROTOTYPES + PROTOTYPES_OF_VERIFIERS).split(";")) {
    const text = line.trim();
    const name = /(\w+)\(/.exec(text)?.[1];
    if (name !== undefined) table.set(name, text);
  }
  const families: readonly (readonly [string, number])[] = [
    [UNARY_MATH, 1],
    [BINARY_MATH, 2],
  ];
  for (const [names, arity] of families) {
    for (const name of names.split(" ")) {
      for (const [suffix, type] of [
        ["", "double"],
        ["f", "float"],
        ["l", "long double"],
      ]) {
        const parameters = Array.from({ length: arity }, () => type).join(", ");
        table.set(`${name}${suffix}`, `${type} ${name}${suffix}(${parameters})`);
      }
    }
  }
  return table;
})();

/** The type of a library function, or undefined when gcc does not know the name. */
export function libraryFunctionType(p: Parser, name: string): FunctionType | undefined {
  const text = prototypes.get(name);
  return text === undefined ? undefined : p.grammar.prototype(p.machine, text);
}

/** Names of the library functions that gcc knows without a declaration. */
export function knownWithoutDeclaration(): string[] {
  return [...prototypes.keys()];
}
