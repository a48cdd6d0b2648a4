/** <stdlib.h>, <time.h>, <signal.h>, <setjmp.h>, <assert.h>, <errno.h>, <alloca.h>: C11 7.22, 7.27, 7.14, 7.13. */
import {
  type Contract,
  contracts,
  failing,
  implemented,
  orNull,
  reads,
  string,
  writes,
} from "./contract.ts";

const MEMORY = contracts("stdlib.h", [
  ["void *malloc(size_t size)"],
  ["void *calloc(size_t count, size_t size)", failing("ENOMEM")],
  ["void *realloc(void *block, size_t size)"],
  ["void free(void *block)"],
  ["void cfree(void *block)"],
]);

const ENDS = [
  ...contracts("stdlib.h", [
    ["void abort(void)"],
    ["void exit(int status)"],
    ["void _Exit(int status)"],
    ["void quick_exit(int status)"],
    ["int atexit(void (*handler)(void))"],
  ]),
  ...contracts("unistd.h", [["void _exit(int status)"]]),
  ...contracts("assert.h", [
    ["void __assert_fail(const char *text, const char *file, unsigned line, const char *function)"],
    ["void __assert(const char *text, const char *file, int line)"],
    ["void __assert_perror_fail(int error, const char *file, unsigned line, const char *function)"],
  ]),
  // Functions of other C libraries and of compilers.
  ...contracts("", [
    ["void __assert_rtn(const char *function, const char *file, int line, const char *text)"],
    ["void __stack_chk_fail(void)"],
    ["void __chk_fail(void)"],
    ["void assert(int condition)"],
  ]),
];

const NUMBERS = contracts("stdlib.h", [
  ["int abs(int x)"],
  ["long labs(long x)"],
  ["long long llabs(long long x)"],
  ["div_t div(int x, int y)"],
  ["ldiv_t ldiv(long x, long y)"],
  ["lldiv_t lldiv(long long x, long long y)"],
  ["int atoi(const char *s)", implemented(string("s"))],
  ["long atol(const char *s)", implemented(string("s"))],
  ["long long atoll(const char *s)", implemented(string("s"))],
  ["double atof(const char *s)", implemented(string("s"))],
  ...(
    [
      ["long", "strtol", ", int base"],
      ["long long", "strtoll", ", int base"],
      ["unsigned long", "strtoul", ", int base"],
      ["unsigned long long", "strtoull", ", int base"],
      ["float", "strtof", ""],
      ["double", "strtod", ""],
      ["long double", "strtold", ""],
    ] as const
  ).map(
    ([type, name, base]) =>
      [
        `${type} ${name}(const char *s, char **end${base})`,
        implemented(string("s")),
        implemented(orNull(writes("end", "sizeof(void *)"))),
      ] as const,
  ),
]);

const RANDOM = contracts("stdlib.h", [
  ["int rand(void)"],
  ["void srand(unsigned seed)"],
  ["int rand_r(unsigned *seed)", implemented(writes("seed", "sizeof(int)"))],
  ["long random(void)"],
  ["void srandom(unsigned seed)"],
  ["void srand48(long seed)"],
]);

/** `compare` is called with pointers to elements and may read all of each. */
const SORTING = contracts("stdlib.h", [
  [
    "void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))",
    implemented(writes("base", "__agon_extent(size, count)")),
  ],
  [
    "void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *))",
    implemented(reads("base", "__agon_extent(size, count)")),
  ],
]);

const OTHERS = [
  ...contracts("time.h", [
    ["time_t time(time_t *result)", implemented(orNull(writes("result", "sizeof(void *)")))],
    ["clock_t clock(void)"],
  ]),
  ...contracts("signal.h", [
    ["sighandler_t signal(int number, sighandler_t handler)", failing("EINVAL")],
  ]),
  ...contracts("errno.h", [["int *__errno_location(void)"]]),
  ...contracts("alloca.h", [["void *alloca(size_t size)"]]),
  ...contracts("setjmp.h", [
    ["int setjmp(jmp_buf buffer)"],
    ["int _setjmp(jmp_buf buffer)"],
    ["int sigsetjmp(sigjmp_buf buffer, int saves)"],
    ["int __sigsetjmp(sigjmp_buf buffer, int saves)"],
    ["void longjmp(jmp_buf buffer, int value)"],
    ["void _longjmp(jmp_buf buffer, int value)"],
    ["void siglongjmp(sigjmp_buf buffer, int value)"],
    ["void __longjmp_chk(jmp_buf buffer, int value)"],
  ]),
];

/** Contracts of the functions that belong to no other file of contracts. */
export const GENERAL: readonly Contract[] = [
  ...MEMORY,
  ...ENDS,
  ...NUMBERS,
  ...RANDOM,
  ...SORTING,
  ...OTHERS,
];
