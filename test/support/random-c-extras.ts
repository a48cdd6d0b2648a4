/** Statements for random C programs that use the C library and GNU's extensions (see random-c-program.ts). */

export interface ExtraContext {
  readonly prefix: string;
  readonly bits: 32 | 64;
  readonly random: (limit: number) => number;
  /** A new integer or floating expression over what is in scope. */
  readonly integer: () => string;
  readonly float: () => string;
  readonly newName: (kind: string) => string;
}

/** Headers, buffers and functions that the statements use; they may precede anything else. */
export function extraHelpers(p: string, bits: 32 | 64): string[] {
  return [
    "#include <stdarg.h>",
    "#include <stdio.h>",
    "#include <stdlib.h>",
    "#include <string.h>",
    "#include <math.h>",
    "#include <ctype.h>",
    `static unsigned long long ${p}hash;`,
    `static void ${p}mix(unsigned long long x);`,
    `static void ${p}mixf(double x);`,
    `static char ${p}text[40] = "The quick brown fox, 12345 jumps";`,
    `static char ${p}copy[40];`,
    `static int ${p}twice(int x) { return 2 * x + 1; }`,
    `static int ${p}less(int x) { return x - 7; }`,
    `static int (*const ${p}table[4])(int) = { ${p}twice, ${p}less, abs, ${p}twice };`,
    `static int ${p}order(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }`,
    `struct ${p}R { int a; long long b; };`,
    `static long long ${p}sum(const char *kinds, ...) {`,
    "  long long total = 0; va_list list, again; va_start(list, kinds); va_copy(again, list);",
    "  for (; *kinds; kinds++) switch (*kinds) {",
    "    case 'i': total = total * 31 + va_arg(list, int); break;",
    "    case 'l': total = total * 31 + va_arg(list, long long); break;",
    "    case 'd': { double d = va_arg(list, double); total = total * 31 + (d > -1e6 && d < 1e6 ? (int)d : 5); break; }",
    "    case 's': total = total * 31 + *va_arg(list, char *); break;",
    `    case 'r': { struct ${p}R r = va_arg(list, struct ${p}R); total = total * 31 + r.a + r.b; break; }`,
    "  }",
    "  total += va_arg(again, int); va_end(again); va_end(list); return total; }",
    `static void ${p}undo(int *x) { ${p}mix(*x + 3); }`,
    ...(bits === 64 ? [`static __int128 ${p}wide(__int128 x) { return x * x; }`] : []),
  ];
}

/** One statement, as lines. */
export function extraStatement(c: ExtraContext): string[] {
  const { prefix: p, random, integer: i, float: f } = c;
  const n = (limit: number): string => `((unsigned)(${i()}) % ${limit})`;
  const pick = (...list: string[]): string => list[random(list.length)] as string;
  const mix = (value: string): string[] => [`${p}mix((unsigned long long)(${value}));`];
  const sign = (value: string): string[] => {
    const name = c.newName("n");
    return [`{ int ${name} = ${value}; ${p}mix(${name} < 0 ? 1 : ${name} > 0 ? 2 : 3); }`];
  };
  switch (random(25)) {
    case 0:
      return [`memcpy(${p}copy + ${n(8)}, ${p}text + ${n(8)}, ${n(24)});`, `${p}copy[39] = 0;`];
    case 1:
      return [`memmove(${p}copy + ${n(8)}, ${p}copy + ${n(8)}, ${n(24)});`, `${p}copy[39] = 0;`];
    case 2:
      return [`memset(${p}copy + ${n(8)}, ${i()}, ${n(24)});`, ...mix(`strlen(${p}copy)`)];
    case 3:
      return [`strcpy(${p}copy, ${p}text + ${n(20)});`, ...mix(`strlen(${p}copy)`)];
    case 4:
      return [`strncpy(${p}copy, ${p}text + ${n(20)}, ${n(30)});`, ...mix(`${p}copy[${n(39)}]`)];
    case 5:
      return sign(
        pick(
          `strcmp(${p}copy, ${p}text)`,
          `strncmp(${p}copy, ${p}text, ${n(8)})`,
          `memcmp(${p}copy, ${p}text, ${n(30)})`,
        ),
      );
    case 6: {
      const name = c.newName("s");
      const call = pick(
        `strchr(${p}text, 32 + ${n(90)})`,
        `strrchr(${p}text, 'o')`,
        `strstr(${p}text, "j")`,
        `strpbrk(${p}text, "xyz,")`,
        `(char *)memchr(${p}text, 97 + ${n(26)}, ${n(32)})`,
      );
      return [`{ char *${name} = ${call}; ${p}mix(${name} ? ${name} - ${p}text : 99); }`];
    }
    case 7:
      return mix(pick(`strspn(${p}text, "Theuqck ")`, `strcspn(${p}text, "xw,")`));
    case 8:
      return mix(pick(`abs(${i()} | 1)`, `labs(${i()} | 1)`, `atoi(${p}text + 21)`));
    case 9:
      return mix(`strtol(${p}text + 21 + ${n(3)}, 0, ${pick("10", "0", "16", "8")})`);
    case 10:
      return mix(
        `!!${pick("isalpha", "isdigit", "isspace", "isupper", "ispunct", "isxdigit")}(${n(128)})`,
      );
    case 11:
      return mix(`${pick("toupper", "tolower")}(${n(128)})`);
    case 12:
      return [
        `${p}mixf(${pick("fabs", "floor", "ceil", "trunc", "round", "rint")}(${f()}));`,
        `${p}mixf(sqrt(fabs(${f()})));`,
      ];
    case 13:
      return [`${p}mixf(${pick("fmin", "fmax", "copysign", "fdim")}(1.5 + ${f()}, 0.75));`];
    case 14: {
      const name = c.newName("m");
      return [
        `{ int *${name} = ${pick("malloc(6 * sizeof(int))", "calloc(6, sizeof(int))")};`,
        `for (int k = 0; k < 6; k++) ${name}[k] = ${n(1000)} + k;`,
        `${name} = realloc(${name}, 4 * sizeof(int)); qsort(${name}, 4, sizeof(int), ${p}order);`,
        `${p}mix(${name}[0] * 31 + ${name}[3]); free(${name}); }`,
      ];
    }
    case 15:
      return mix(`${p}table[${n(4)}](${n(10_000)})`);
    case 16:
      return mix(
        pick(
          `${p}sum("iil", (int)(${i()}), (short)3, (long long)(${i()}))`,
          `${p}sum("ids", (int)(${i()}), (double)(${f()}), ${p}text + ${n(9)})`,
          `${p}sum("iri", (int)(${i()}), (struct ${p}R){ 5, ${i()} }, (int)(${i()}))`,
        ),
      );
    case 17: {
      const name = c.newName("v");
      return [
        `{ int ${name}n = 1 + ${n(6)}; int ${name}[${name}n]; for (int k = 0; k < ${name}n; k++) ${name}[k] = k * 3;`,
        `${p}mix(${name}[${name}n - 1] + sizeof ${name}); }`,
      ];
    }
    case 18: {
      const label = c.newName("J");
      return [
        `{ void *${label}t[] = { &&${label}a, &&${label}b, &&${label}c }; goto *${label}t[${n(3)}];`,
        `${label}a: ${p}mix(1); ${label}b: ${p}mix(2); ${label}c: ${p}mix(3); }`,
      ];
    }
    case 19: {
      const name = c.newName("o");
      const operation = pick("add", "sub", "mul");
      return [
        `{ int ${name}; ${p}mix(__builtin_${operation}_overflow((long long)(${i()}), (int)(${i()}), &${name})); ${p}mix(${name}); }`,
      ];
    }
    case 20:
      return mix(
        pick(
          `__builtin_popcount(${i()})`,
          `__builtin_clz((${i()}) | 1)`,
          `__builtin_ctzll((${i()}) | 1)`,
          `__builtin_bswap32(${i()})`,
          `__builtin_parity(${i()})`,
          `__builtin_ffs(${i()})`,
        ),
      );
    case 21: {
      const name = c.newName("c");
      return [
        `{ int ${name} __attribute__((cleanup(${p}undo))) = (int)(${i()}); if (${n(2)}) ${name}++; }`,
      ];
    }
    case 22: {
      const conversion = pick(
        "%d",
        "%+5d",
        "%-7d",
        "%05d",
        "%.3d",
        "%u",
        "%#x",
        "%X",
        "%o",
        "%c|",
        "%lld",
      );
      const value = conversion === "%lld" ? `(long long)(${i()})` : `(int)(${i()})`;
      return [
        `${p}mix(snprintf(${p}copy, 40, "<${conversion}|%.5s>", ${value}, ${p}text + ${n(20)}));`,
        `{ for (int k = 0; ${p}copy[k]; k++) ${p}mix(${p}copy[k]); }`,
      ];
    }
    case 23: {
      const name = c.newName("h");
      return [
        `{ int ${name}s = ${n(50)}; int ${name}(int x) { ${name}s += x; return ${name}s * 3; }`,
        `${p}mix(${name}(${n(9)})); ${p}mix(${name}(2)); ${p}mix(${name}s); }`,
      ];
    }
    default:
      return c.bits === 64
        ? mix(`${p}wide(${i()}) >> 17`)
        : mix(`(struct ${p}R){ ${i()}, 3 }.a + ({ int t = ${i()}; t ^ 5; })`);
  }
}
