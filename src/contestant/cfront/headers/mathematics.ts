/** Floating-point environment, mathematics and complex numbers (C11 7.3, 7.6, 7.12). */

const TYPES = [
  ["double", ""],
  ["float", "f"],
  ["long double", "l"],
] as const;

/** One prototype per real type; T stands for the type, and the name gets its suffix. */
function prototypes(lines: string): string {
  return lines
    .trim()
    .split("\n")
    .flatMap((line) =>
      TYPES.map(
        ([type, suffix]) =>
          `extern ${line
            .trim()
            .replace(/\bT\b/g, type)
            .replace(/(\w+)\(/, `$1${suffix}(`)};`,
      ),
    )
    .join("\n");
}

const UNARY =
  "acos asin atan cos sin tan cosh sinh tanh acosh asinh atanh exp log log10 log1p log2 exp2 expm1 " +
  "sqrt cbrt ceil fabs floor trunc round rint nearbyint logb erf erfc lgamma tgamma gamma j0 j1 y0 y1 " +
  "significand";
const BINARY = "atan2 pow hypot fmod remainder drem copysign nextafter fdim fmax fmin scalb";

const MATH = `
#ifndef _MATH_H
#define _MATH_H
#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_huge_valf())
#define HUGE_VALL (__builtin_huge_vall())
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#if __FLT_EVAL_METHOD__ == 2
typedef long double float_t;
typedef long double double_t;
#else
typedef float float_t;
typedef double double_t;
#endif
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define FP_ILOGB0 (-2147483647 - 1)
#define FP_ILOGBNAN (-2147483647 - 1)
#define MATH_ERRNO 1
#define MATH_ERREXCEPT 2
#define math_errhandling (MATH_ERRNO | MATH_ERREXCEPT)
#define fpclassify(x) \\
  __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x)
#define signbit(x) __builtin_signbit(x)
#define isfinite(x) __builtin_isfinite(x)
#define isnormal(x) __builtin_isnormal(x)
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf_sign(x)
#define isgreater(x, y) __builtin_isgreater(x, y)
#define isgreaterequal(x, y) __builtin_isgreaterequal(x, y)
#define isless(x, y) __builtin_isless(x, y)
#define islessequal(x, y) __builtin_islessequal(x, y)
#define islessgreater(x, y) __builtin_islessgreater(x, y)
#define isunordered(x, y) __builtin_isunordered(x, y)
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
extern int signgam;
${prototypes(
  UNARY.split(" ")
    .map((name) => `T ${name}(T __x)`)
    .join("\n"),
)}
${prototypes(
  BINARY.split(" ")
    .map((name) => `T ${name}(T __x, T __y)`)
    .join("\n"),
)}
${prototypes(`
T frexp(T __x, int *__exponent)
T ldexp(T __x, int __exponent)
T modf(T __x, T *__iptr)
T scalbn(T __x, int __n)
T scalbln(T __x, long __n)
T nan(const char *__tagb)
T nexttoward(T __x, long double __y)
T fma(T __x, T __y, T __z)
T remquo(T __x, T __y, int *__quo)
T jn(int __n, T __x)
T yn(int __n, T __x)
int ilogb(T __x)
long lrint(T __x)
long long llrint(T __x)
long lround(T __x)
long long llround(T __x)
int finite(T __value)
int __isnan(T __value)
int __isinf(T __value)
int __finite(T __value)
int __fpclassify(T __value)
int __signbit(T __value)
`)}
#ifdef _GNU_SOURCE
${prototypes("T exp10(T __x)")}
extern void sincos(double __x, double *__sinx, double *__cosx);
extern void sincosf(float __x, float *__sinx, float *__cosx);
#endif
#endif
`;

const FENV = `
#ifndef _FENV_H
#define _FENV_H
#define FE_INVALID 0x01
#define FE_DIVBYZERO 0x04
#define FE_OVERFLOW 0x08
#define FE_UNDERFLOW 0x10
#define FE_INEXACT 0x20
#define FE_ALL_EXCEPT (FE_INEXACT | FE_DIVBYZERO | FE_UNDERFLOW | FE_OVERFLOW | FE_INVALID)
#define FE_TONEAREST 0
#define FE_DOWNWARD 0x400
#define FE_UPWARD 0x800
#define FE_TOWARDZERO 0xc00
typedef unsigned short fexcept_t;
typedef struct {
  unsigned short __control_word; unsigned short __glibc_reserved1;
  unsigned short __status_word; unsigned short __glibc_reserved2;
  unsigned short __tags; unsigned short __glibc_reserved3;
  unsigned int __eip; unsigned short __cs_selector;
  unsigned int __opcode : 11; unsigned int __glibc_reserved4 : 5;
  unsigned int __data_offset; unsigned short __data_selector; unsigned short __glibc_reserved5;
#ifdef __x86_64__
  unsigned int __mxcsr;
#endif
} fenv_t;
#define FE_DFL_ENV ((const fenv_t *)-1)
extern int feclearexcept(int __excepts);
extern int fegetexceptflag(fexcept_t *__flagp, int __excepts);
extern int feraiseexcept(int __excepts);
extern int fesetexceptflag(const fexcept_t *__flagp, int __excepts);
extern int fetestexcept(int __excepts);
extern int fegetround(void);
extern int fesetround(int __rounding_direction);
extern int fegetenv(fenv_t *__envp);
extern int feholdexcept(fenv_t *__envp);
extern int fesetenv(const fenv_t *__envp);
extern int feupdateenv(const fenv_t *__envp);
#endif
`;

const COMPLEX = `
#ifndef _COMPLEX_H
#define _COMPLEX_H
#define complex _Complex
#define _Complex_I (__extension__ 1.0iF)
#define I _Complex_I
#define CMPLX(x, y) __builtin_complex((double)(x), (double)(y))
#define CMPLXF(x, y) __builtin_complex((float)(x), (float)(y))
#define CMPLXL(x, y) __builtin_complex((long double)(x), (long double)(y))
${prototypes(
  "cacos casin catan ccos csin ctan cacosh casinh catanh ccosh csinh ctanh cexp clog csqrt conj cproj"
    .split(" ")
    .map((name) => `T _Complex ${name}(T _Complex __z)`)
    .join("\n"),
)}
${prototypes(`
T _Complex cpow(T _Complex __x, T _Complex __y)
T cabs(T _Complex __z)
T carg(T _Complex __z)
T cimag(T _Complex __z)
T creal(T _Complex __z)
`)}
#endif
`;

export const MATHEMATICS_HEADERS: readonly (readonly [name: string, text: string])[] = [
  ["math.h", MATH],
  ["fenv.h", FENV],
  ["complex.h", COMPLEX],
];
