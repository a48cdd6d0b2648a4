/** Headers that define types, limits and macros only (C11 7.7, 7.8, 7.10, 7.15–7.20). */

const STDDEF = `
#ifndef _STDDEF_H
#define _STDDEF_H
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef struct {
  long long __max_align_ll __attribute__((__aligned__(__alignof__(long long))));
  long double __max_align_ld __attribute__((__aligned__(__alignof__(long double))));
#ifdef __i386__
  __float128 __max_align_f128 __attribute__((__aligned__(__alignof__(__float128))));
#endif
} max_align_t;
#undef NULL
#define NULL ((void *)0)
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
`;

const STDBOOL = `
#ifndef _STDBOOL_H
#define _STDBOOL_H
#define bool _Bool
#define true 1
#define false 0
#define __bool_true_false_are_defined 1
#endif
`;

const STDARG = `
#ifndef _STDARG_H
#define _STDARG_H
typedef __builtin_va_list va_list;
typedef __builtin_va_list __gnuc_va_list;
#define va_start(v, l) __builtin_va_start(v, l)
#define va_end(v) __builtin_va_end(v)
#define va_arg(v, l) __builtin_va_arg(v, l)
#define va_copy(d, s) __builtin_va_copy(d, s)
#define __va_copy(d, s) __builtin_va_copy(d, s)
#endif
`;

const STDALIGN = `
#ifndef _STDALIGN_H
#define _STDALIGN_H
#define alignas _Alignas
#define alignof _Alignof
#define __alignas_is_defined 1
#define __alignof_is_defined 1
#endif
`;

const STDNORETURN = `
#ifndef _STDNORETURN_H
#define _STDNORETURN_H
#define noreturn _Noreturn
#endif
`;

const ISO646 = `
#ifndef _ISO646_H
#define _ISO646_H
#define and &&
#define and_eq &=
#define bitand &
#define bitor |
#define compl ~
#define not !
#define not_eq !=
#define or ||
#define or_eq |=
#define xor ^
#define xor_eq ^=
#endif
`;

const LIMITS = `
#ifndef _LIMITS_H
#define _LIMITS_H
#define CHAR_BIT __CHAR_BIT__
#define MB_LEN_MAX 16
#define SCHAR_MIN (-SCHAR_MAX - 1)
#define SCHAR_MAX __SCHAR_MAX__
#define UCHAR_MAX (SCHAR_MAX * 2 + 1)
#define CHAR_MIN SCHAR_MIN
#define CHAR_MAX SCHAR_MAX
#define SHRT_MIN (-SHRT_MAX - 1)
#define SHRT_MAX __SHRT_MAX__
#define USHRT_MAX (SHRT_MAX * 2 + 1)
#define INT_MIN (-INT_MAX - 1)
#define INT_MAX __INT_MAX__
#define UINT_MAX (INT_MAX * 2U + 1U)
#define LONG_MIN (-LONG_MAX - 1L)
#define LONG_MAX __LONG_MAX__
#define ULONG_MAX (LONG_MAX * 2UL + 1UL)
#define LLONG_MIN (-LLONG_MAX - 1LL)
#define LLONG_MAX __LONG_LONG_MAX__
#define ULLONG_MAX (LLONG_MAX * 2ULL + 1ULL)
#ifdef _GNU_SOURCE
#define LONG_LONG_MIN (-LONG_LONG_MAX - 1LL)
#define LONG_LONG_MAX __LONG_LONG_MAX__
#define ULONG_LONG_MAX (LONG_LONG_MAX * 2ULL + 1ULL)
#endif
#define SSIZE_MAX LONG_MAX
#define PATH_MAX 4096
#define NAME_MAX 255
#define PIPE_BUF 4096
#define LINE_MAX 2048
#define BC_BASE_MAX 99
#define PTHREAD_KEYS_MAX 1024
#define PTHREAD_STACK_MIN 16384
#define SEM_VALUE_MAX (2147483647)
#define _POSIX_PATH_MAX 256
#define _POSIX_ARG_MAX 4096
#endif
`;

const FLOAT = `
#ifndef _FLOAT_H
#define _FLOAT_H
#define FLT_RADIX __FLT_RADIX__
#define FLT_EVAL_METHOD __FLT_EVAL_METHOD__
#define FLT_ROUNDS 1
#define DECIMAL_DIG __DECIMAL_DIG__
${["FLT", "DBL", "LDBL"]
  .flatMap((stem) =>
    [
      "MANT_DIG",
      "DIG",
      "DECIMAL_DIG",
      "MIN_EXP",
      "MAX_EXP",
      "MIN_10_EXP",
      "MAX_10_EXP",
      "MAX",
      "MIN",
      "EPSILON",
    ].map((fact) => `#define ${stem}_${fact} __${stem}_${fact}__`),
  )
  .join("\n")}
#define FLT_TRUE_MIN __FLT_DENORM_MIN__
#define DBL_TRUE_MIN __DBL_DENORM_MIN__
#define LDBL_TRUE_MIN __LDBL_DENORM_MIN__
#define FLT_HAS_SUBNORM __FLT_HAS_DENORM__
#define DBL_HAS_SUBNORM __DBL_HAS_DENORM__
#define LDBL_HAS_SUBNORM __LDBL_HAS_DENORM__
#endif
`;

const WIDTHS = ["8", "16", "32", "64"] as const;
const FAMILIES = ["", "_LEAST", "_FAST"] as const;

const STDINT = `
#ifndef _STDINT_H
#define _STDINT_H
${FAMILIES.flatMap((family) =>
  WIDTHS.flatMap((width) => {
    const stem = `INT${family}${width}`;
    const name = stem.toLowerCase();
    return [
      `typedef __${stem}_TYPE__ ${name}_t;`,
      `typedef __U${stem}_TYPE__ u${name}_t;`,
      `#define ${stem}_MAX __${stem}_MAX__`,
      `#define ${stem}_MIN (-__${stem}_MAX__ - 1)`,
      `#define U${stem}_MAX __U${stem}_MAX__`,
    ];
  }),
).join("\n")}
${["INTPTR", "INTMAX"]
  .flatMap((stem) => {
    const name = stem.toLowerCase();
    return [
      `typedef __${stem}_TYPE__ ${name}_t;`,
      `typedef __U${stem}_TYPE__ u${name}_t;`,
      `#define ${stem}_MAX __${stem}_MAX__`,
      `#define ${stem}_MIN (-__${stem}_MAX__ - 1)`,
      `#define U${stem}_MAX __U${stem}_MAX__`,
    ];
  })
  .join("\n")}
${WIDTHS.map((w) => `#define INT${w}_C(c) __INT${w}_C(c)\n#define UINT${w}_C(c) __UINT${w}_C(c)`).join("\n")}
#define INTMAX_C(c) __INTMAX_C(c)
#define UINTMAX_C(c) __UINTMAX_C(c)
#define PTRDIFF_MAX __PTRDIFF_MAX__
#define PTRDIFF_MIN (-__PTRDIFF_MAX__ - 1)
#define SIZE_MAX __SIZE_MAX__
#define SIG_ATOMIC_MAX __SIG_ATOMIC_MAX__
#define SIG_ATOMIC_MIN __SIG_ATOMIC_MIN__
#define WCHAR_MAX __WCHAR_MAX__
#define WCHAR_MIN __WCHAR_MIN__
#define WINT_MAX __WINT_MAX__
#define WINT_MIN __WINT_MIN__
#endif
`;

/** Conversion specifiers of inttypes.h; `64` is `l` or `ll` by the data model. */
const FORMATS = ["PRI", "SCN"]
  .flatMap((kind) =>
    ["d", "i", "o", "u", "x", ...(kind === "PRI" ? ["X"] : [])].flatMap((letter) => {
      const byte = `"hh${letter}"`;
      const narrow: Readonly<Record<string, string>> =
        kind === "PRI"
          ? { "8": `"${letter}"`, "16": `"${letter}"`, "32": `"${letter}"` }
          : { "8": byte, "16": `"h${letter}"`, "32": `"${letter}"` };
      const row = (suffix: string, value: string): string =>
        `#define ${kind}${letter}${suffix} ${value}`;
      const wide = `__PRI64_PREFIX "${letter}"`;
      const word = `__PRIPTR_PREFIX "${letter}"`;
      return [
        ...["", "LEAST"].flatMap((family) => [
          ...["8", "16", "32"].map((width) => row(family + width, narrow[width] as string)),
          row(`${family}64`, wide),
        ]),
        row("FAST8", narrow["8"] as string),
        row("FAST16", word),
        row("FAST32", word),
        row("FAST64", wide),
        row("MAX", wide),
        row("PTR", word),
      ];
    }),
  )
  .join("\n");

const INTTYPES = `
#ifndef _INTTYPES_H
#define _INTTYPES_H
#include <stdint.h>
#ifdef __LP64__
#define __PRI64_PREFIX "l"
#define __PRIPTR_PREFIX "l"
#else
#define __PRI64_PREFIX "ll"
#define __PRIPTR_PREFIX
#endif
${FORMATS}
typedef struct { intmax_t quot; intmax_t rem; } imaxdiv_t;
extern intmax_t imaxabs(intmax_t __n);
extern imaxdiv_t imaxdiv(intmax_t __numer, intmax_t __denom);
extern intmax_t strtoimax(const char *restrict __nptr, char **restrict __endptr, int __base);
extern uintmax_t strtoumax(const char *restrict __nptr, char **restrict __endptr, int __base);
#endif
`;

const SYS_TYPES = `
#ifndef _SYS_TYPES_H
#define _SYS_TYPES_H
#include <stddef.h>
#include <bits/types.h>
typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned long u_long;
typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ u_int8_t;
typedef __UINT16_TYPE__ u_int16_t;
typedef __UINT32_TYPE__ u_int32_t;
typedef __UINT64_TYPE__ u_int64_t;
typedef unsigned long ulong;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef int key_t;
typedef unsigned int id_t;
typedef char *caddr_t;
typedef int daddr_t;
#include <bits/pthreadtypes.h>
#endif
`;

/** POSIX types that several headers share. */
const BITS_TYPES = `
#ifndef _BITS_TYPES_H
#define _BITS_TYPES_H
typedef __UINT64_TYPE__ dev_t;
typedef unsigned long ino_t;
typedef unsigned int mode_t;
#ifdef __LP64__
typedef unsigned long nlink_t;
typedef long ssize_t;
#else
typedef unsigned int nlink_t;
typedef int ssize_t;
#endif
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef long off_t;
typedef __INT64_TYPE__ loff_t;
typedef int pid_t;
typedef long time_t;
typedef long clock_t;
typedef int clockid_t;
typedef void *timer_t;
typedef unsigned int useconds_t;
typedef long suseconds_t;
typedef long blksize_t;
typedef long blkcnt_t;
#endif
`;

export const TYPE_HEADERS: readonly (readonly [name: string, text: string])[] = [
  ["stddef.h", STDDEF],
  ["stdbool.h", STDBOOL],
  ["stdarg.h", STDARG],
  ["stdalign.h", STDALIGN],
  ["stdnoreturn.h", STDNORETURN],
  ["iso646.h", ISO646],
  ["limits.h", LIMITS],
  ["float.h", FLOAT],
  ["stdint.h", STDINT],
  ["inttypes.h", INTTYPES],
  ["sys/types.h", SYS_TYPES],
  ["bits/types.h", BITS_TYPES],
];
