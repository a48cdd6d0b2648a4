/**
 * Random C programs of integers that often have undefined behaviour: for comparing two
 * implementations of the semantics on the same program. The same seed gives the same program.
 */

import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";

const TYPES = [
  ...["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "int"],
  ...["long long", "unsigned long long", "int", "_Bool"],
];

const PRELUDE = `
typedef __SIZE_TYPE__ size_t;
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
extern void abort(void);
extern void exit(int);
extern int printf(const char *, ...);
extern int putchar(int);
extern void srand(unsigned);
extern void *malloc(size_t);
extern void *memcpy(void *, const void *, size_t);
extern void *memmove(void *, const void *, size_t);
extern void *memset(void *, int, size_t);
struct S { int a : 5; unsigned b : 3; short c; int d[2]; };
struct S g1, g2;
int ga[4];
const int constant = 3;
static int twice(int x) { return 2 * x; }
static int loose() { return 7; }
static int lacking(int x) { if (x > 3) return x; }
static struct S changed(struct S s, int x) { s.a = x; s.d[x & 1] += x; return s; }
static int (*fp)(int) = twice;
`;

/** The program's text; `main` has no parameters. */
export function randomIntegerProgram(seed: number): string {
  const below = randomIntegers(seed);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const variables = Array.from({ length: 6 }, (_, i) => ({ name: `v${i}`, type: pick(TYPES) }));
  const constant = (): string =>
    pick([
      "0",
      "1",
      "-1",
      "2",
      "3",
      "7",
      "31",
      "32",
      "-128",
      "255",
      "65536",
      "2147483647",
      "9u",
      "40LL",
    ]);
  const place = (): string =>
    pick([
      ...variables.map(({ name }) => name),
      `ga[${index()}]`,
      "g1.a",
      "g1.b",
      "g2.c",
      "g2.d[1]",
    ]);
  const index = (): string =>
    pick(["0", "1", "3", `(${pick(variables).name} & 3)`, `(${pick(variables).name} % 5)`]);

  function expression(depth: number): string {
    if (depth === 0) return below(3) === 0 ? constant() : place();
    const [a, b] = [expression(depth - 1), expression(depth - 1)];
    switch (below(14)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return `(${a} ${pick(["+", "-", "*", "&", "|", "^"])} ${b})`;
      case 4:
        return `(${a} ${pick(["/", "%"])} ${b})`;
      case 5:
        return `(${a} ${pick(["<<", ">>"])} ${below(2) === 0 ? `(${b} & 15)` : b})`;
      case 6:
        return `(${a} ${pick(["<", "<=", ">", ">=", "==", "!="])} ${b})`;
      case 7:
        return `(${a} ${pick(["&&", "||"])} ${b})`;
      case 8:
        return `(${pick(["-", "~", "!"])} ${a})`;
      case 9:
        return `((${pick(TYPES)})${a})`;
      case 10:
        return `(${expression(0)} ? ${a} : ${b})`;
      case 11:
        return pick([`twice(${a})`, `fp(${a})`, `loose(${a}, ${b})`, `lacking(${a})`]);
      case 12:
        return `__builtin_popcount(${a})`;
      default:
        return pick([
          "__VERIFIER_nondet_int()",
          "__VERIFIER_nondet_uchar()",
          "__VERIFIER_nondet_bool()",
        ]);
    }
  }

  function statement(depth: number): string {
    const e = (): string => expression(1 + below(2));
    switch (below(22)) {
      case 0:
        return `if (${e()}) { ${statement(0)} } else { ${statement(0)} }`;
      case 1:
        if (depth === 0) return `${place()} = ${e()};`;
        return `for (int i = 0; i < ${1 + below(4)}; i++) { ${statement(0)} ${statement(0)} }`;
      case 2:
        return `printf("%d %d", ${e()}, ${e()});`;
      case 3:
        return pick([`putchar(${e()});`, `srand(${e()});`, `(void)(${e()});`]);
      case 4:
        return below(4) === 0 ? `exit(${e()});` : `__VERIFIER_assume(${e()} != 12345);`;
      case 5:
        return below(6) === 0 ? "abort();" : `if (${e()} == 77) reach_error();`;
      case 6:
        return `g1 = changed(${pick(["g1", "g2"])}, ${e()});`;
      case 7:
        return `g2 = g1;`;
      case 8:
        return `memset(&ga[${index()}], ${e()}, ${pick(["4", "8", "(unsigned char)v0 & 7"])});`;
      case 9:
        return `${pick(["memcpy", "memmove"])}(&ga[${index()}], &ga[${index()}], ${pick(["4", "8"])});`;
      case 10:
        return `{ int *p = &ga[${index()}]; p += ${pick(["0", "1", "-1"])}; *p = ${e()}; }`;
      case 11:
        return `{ int *p = malloc((${e()} & 7) * sizeof(int)); p[${below(4)}] = ${e()}; }`;
      case 12:
        return `switch (${e()}) { case 1: ${statement(0)} break; default: ${statement(0)} }`;
      case 13:
        return below(3) === 0 ? "*(int *)&constant = 1;" : "fp = &twice;";
      case 14:
        return `{ struct S l = { ${e()}, ${e()} }; g1 = l; }`;
      default:
        return `${place()} ${pick(["=", "=", "=", "+=", "-=", "*=", "/=", "<<=", "^="])} ${e()};`;
    }
  }

  const declarations = variables.map(({ name, type }) => `  ${type} ${name} = ${constant()};`);
  const statements = Array.from({ length: 8 }, () => `  ${statement(1)}`);
  return `${PRELUDE}int main(void) {\n${[...declarations, ...statements].join("\n")}\n  return ${expression(2)};\n}\n`;
}
