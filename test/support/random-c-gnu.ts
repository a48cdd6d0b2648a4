/**
 * Statements for random C programs that use complex numbers, vectors, jumps
 * out of functions, atomic operations and GNU's control flow and expressions
 * (see random-c-program.ts). All are defined, given `-fwrapv`.
 */
import type { ExtraContext } from "./random-c-extras.ts";

/** Types and functions that the statements use; they follow those of random-c-extras.ts. */
export function gnuHelpers(p: string, random: (limit: number) => number): string[] {
  const [first, second] = [random(5), 1 + random(4)];
  return [
    "#include <setjmp.h>",
    "#include <stdatomic.h>",
    `typedef int ${p}v4 __attribute__((vector_size(16)));`,
    `typedef unsigned short ${p}v8 __attribute__((vector_size(16)));`,
    `typedef long long ${p}v2 __attribute__((vector_size(16)));`,
    `typedef float ${p}f4 __attribute__((vector_size(16)));`,
    `typedef double ${p}d2 __attribute__((vector_size(16)));`,
    `static jmp_buf ${p}place, ${p}other;`,
    `static void ${p}leave(int n, int value) { int kept[2] = { n, value }; if (n <= 0) longjmp(${p}place, value); ${p}leave(n - 1, kept[1] ^ n); ${p}mix(4); }`,
    `static int ${p}again(int limit) { volatile int n = 0; int r = setjmp(${p}place); n += r + 1;`,
    `  if (n < limit) ${p}leave(${first}, ${second}); return n * 16 + r; }`,
    `static int ${p}nested(int x) { volatile int seen = x; switch (setjmp(${p}other)) {`,
    `  case 0: if (setjmp(${p}place) == 0) ${p}leave(${second}, x & 7); seen += 100; longjmp(${p}other, 2);`,
    `  case 2: return seen; default: return -1; } }`,
    `static double _Complex ${p}power(double _Complex z, int n) { return n <= 0 ? 1 : z * ${p}power(z, n - 1); }`,
    `static ${p}v4 ${p}turn(${p}v4 v, int by) { ${p}v4 r; for (int k = 0; k < 4; k++) r[(k + by) & 3] = v[k]; return r; }`,
    `static long ${p}table2(int n, int m, int a[n][m]) { long s = sizeof a[0]; for (int k = 0; k < n; k++) for (int l = 0; l < m; l++) s = s * 7 + a[k][l]; return s; }`,
    `static int ${p}old(a, b) short a; int b; { return a * 3 - b; }`,
    `typedef union { int *i; unsigned *u; } ${p}T __attribute__((transparent_union));`,
    `static int ${p}open(${p}T t) { return *t.i; }`,
    `struct ${p}F { short n; unsigned long long wide : 40; signed small : 3; unsigned char tail[]; };`,
    `static struct ${p}F ${p}flexible = { ${first}, 0xabcdef1234ULL, -2, { 1, 2, 3, ${second} } };`,
    `static _Atomic int ${p}counter; static _Atomic unsigned short ${p}narrow; static unsigned ${p}plain;`,
  ];
}

type Statement = (c: ExtraContext) => string[];

const pick = (c: ExtraContext, ...list: string[]): string => list[c.random(list.length)] as string;
const index = (c: ExtraContext, limit: number): string => `((unsigned)(${c.integer()}) % ${limit})`;
const mix = (c: ExtraContext, value: string): string =>
  `${c.prefix}mix((unsigned long long)(${value}));`;

const complexFloats: Statement = (c) => {
  const { prefix: p, float: f } = c;
  const z = c.newName("z");
  const type = pick(c, "float", "double", "double");
  // libgcc's quotients for 32 bits are rounded by the x87.
  const quotient = c.bits === 64 ? `${z}a / (${z}b + 1)` : `${z}a / 4`;
  const value = pick(c, `${z}a * ${z}b`, `${z}a + ${z}b`, quotient, `~${z}a - 2i`, `-${z}b * 1.5f`);
  return [
    `{ ${type} _Complex ${z}a = __builtin_complex((${type})(${f()}), (${type})(${f()})), ${z}b = ${f()} + 2.0i; ${z}a = ${value};`,
    pick(c, `__imag__ ${z}a += 2;`, `${z}b -= ${z}a;`, `${z}a *= ${z}b;`, `${z}b = ${z}a++;`),
    `${p}mixf(__real__ ${z}a); ${p}mixf(__imag__ ${z}a); ${p}mixf(__real__ ${z}b); ${mix(c, `${z}a == ${z}b`)}`,
    `${z}a = ${p}power(${z}b, ${c.random(4)}); ${p}mixf(__real__ ${z}a); ${p}mixf(__imag__ ${z}a); }`,
  ];
};

const complexIntegers: Statement = (c) => {
  const z = c.newName("z");
  const type = pick(c, "int", "unsigned", "short", "unsigned char", "long long");
  const value = pick(
    c,
    ...[`${z}a * ${z}b`, `${z}a + ${z}b`, `${z}a - ${z}b`, `~${z}a`, `-${z}b`, `${z}a * 3`],
    `${z}a / (((int)(${c.integer()}) & 7) + 1 + 2i)`,
  );
  return [
    `{ _Complex ${type} ${z}a = ((${c.integer()}) & 1023) + ((${c.integer()}) & 255) * 1i, ${z}b = (${c.integer()}) - 3i; ${z}a = ${value}; ${z}a += 2;`,
    `${mix(c, `__real__ ${z}a`)} ${mix(c, `__imag__ ${z}a`)} ${mix(c, `__real__ ${z}b`)} ${mix(c, `${z}a != ${z}b`)} ${mix(c, `sizeof(${value})`)} }`,
  ];
};

const integerVectors: Statement = (c) => {
  const { prefix: p } = c;
  const v = c.newName("v");
  const [type, length] = (
    [
      ["v4", 4],
      ["v8", 8],
      ["v2", 2],
    ] as const
  )[c.random(3)] as readonly [string, number];
  const operation = pick(
    c,
    ...[`${v}a + ${v}b`, `${v}a * ${v}b`, `${v}a - 5`, `${v}a / ((${v}b & 7) + 1)`, `-${v}a`],
    ...[`${v}a << (${v}b & 7)`, `${v}a >> (${v}b & 7)`, `~(${v}a ^ ${v}b)`, `3 | ${v}a`],
  );
  const compared = pick(c, "<", ">", "==", "!=", "<=", ">=");
  return [
    `{ ${p}${type} ${v}a = { ${c.integer()}, ${c.integer()} }, ${v}b = { 7, ${c.integer()} }; ${v}a = ${operation}; ${v}b[${index(c, length)}] ^= ${c.integer()};`,
    `${v}b += (${p}${type})(${v}a ${compared} ${v}b); ${pick(c, `${v}a++;`, `--${v}b;`, `${v}a %= (${v}b & 15) + 1;`, "")}`,
    `for (int k = 0; k < ${length}; k++) { ${mix(c, `${v}a[k]`)} ${mix(c, `${v}b[k]`)} } }`,
  ];
};

const floatVectors: Statement = (c) => {
  const { prefix: p } = c;
  const v = c.newName("v");
  const [type, mask, length] = c.random(2) === 0 ? ["f4", "v4", 4] : ["d2", "v2", 2];
  const operation = pick(c, `${v}a * ${v}b`, `${v}a - ${v}b`, `${v}a / 3`, `-${v}a`, `${v}b + 1`);
  return [
    `{ ${p}${type} ${v}a = { ${c.float()}, ${c.float()} }, ${v}b = { 1.5f, ${c.float()} }; ${v}a = ${operation}; ${v}a[1] += 0.5f;`,
    `${p}${mask} ${v}m = ${v}a ${pick(c, "<", ">=", "==")} ${v}b; ${mix(c, `${v}m[1]`)} ${mix(c, `((${p}v4)${v}m)[3]`)}`,
    `for (int k = 0; k < ${length}; k++) ${p}mixf(${v}a[k]); }`,
  ];
};

const turnedVector: Statement = (c) => [
  `${c.prefix}mix((unsigned)${c.prefix}turn((${c.prefix}v4){ ${c.integer()}, 1, 2, ${c.integer()} }, ${index(c, 4)})[${index(c, 4)}]);`,
];

const jumps: Statement = (c) => {
  const { prefix: p } = c;
  return [
    pick(
      c,
      mix(c, `${p}again(${1 + c.random(20)})`),
      mix(c, `${p}nested((short)(${c.integer()}))`),
      `if (setjmp(${p}place) == 0) { ${p}leave(${index(c, 5)}, (signed char)(${c.integer()})); ${p}mix(6); } else ${p}mix(7);`,
      `switch (setjmp(${p}place)) { case 0: ${p}leave(0, ${index(c, 3)}); case 1: ${p}mix(8); break; default: ${p}mix(9); }`,
    ),
  ];
};

const ranges: Statement = (c) => [
  `switch ((${c.integer()}) & 31) { case 0 ... 3: ${c.prefix}mix(1); break; case 5 ... 5: case 7 ... 19: ${c.prefix}mix(2); ${pick(c, "break;", "")} case 30: default: ${c.prefix}mix(3); break; case 20 ... 25:; }`,
];

const labelDifferences: Statement = (c) => {
  const l = c.newName("J");
  const { prefix: p } = c;
  return [
    `{ __label__ a, b, c; int ${l}n = 0; static void *const ${l}[] = { &&a, &&b, &&c, &&b };`,
    `goto *${l}[${index(c, 4)}]; a: ${p}mix(21); b: if (++${l}n < 4) goto *${l}[(${l}n + ${c.random(4)}) & 3]; c: ${mix(c, `${l}n`)} }`,
  ];
};

const atomics: Statement = (c) => {
  const { prefix: p } = c;
  const e = c.newName("e");
  return [
    pick(
      c,
      mix(c, `${p}counter += ${c.integer()}`),
      mix(c, `${p}narrow++`),
      mix(c, `${p}narrow -= ${c.integer()}`),
      mix(c, `atomic_fetch_sub(&${p}counter, (int)(${c.integer()}))`),
      mix(c, `atomic_exchange(&${p}narrow, (unsigned short)(${c.integer()}))`),
      mix(
        c,
        `__atomic_${pick(c, "add", "sub", "and", "or", "xor", "nand")}_fetch(&${p}plain, ${c.integer()}, 5)`,
      ),
      mix(
        c,
        `__sync_fetch_and_${pick(c, "add", "sub", "and", "or", "xor", "nand")}(&${p}plain, ${c.integer()})`,
      ),
      mix(
        c,
        `__sync_${pick(c, "bool", "val")}_compare_and_swap(&${p}plain, ${pick(c, `${p}plain`, c.integer())}, ${c.integer()})`,
      ),
      `{ int ${e} = ${pick(c, `${p}counter`, c.integer())}; ${mix(c, `atomic_compare_exchange_strong(&${p}counter, &${e}, (int)(${c.integer()}))`)} ${mix(c, e)} }`,
    ),
    mix(c, pick(c, `${p}counter`, `${p}narrow`, `__atomic_load_n(&${p}plain, 0)`)),
  ];
};

const variableArrays: Statement = (c) => {
  const v = c.newName("v");
  const { prefix: p } = c;
  return [
    `{ int ${v}n = 1 + ${index(c, 3)}, ${v}m = 1 + ${index(c, 4)}; int ${v}[${v}n][${v}m]; typedef short ${v}T[${v}m + 1];`,
    `for (int k = 0; k < ${v}n; k++) for (int l = 0; l < ${v}m; l++) ${v}[k][l] = k * 5 - l;`,
    `${v}m++; ${mix(c, `${p}table2(${v}n, ${v}m - 1, ${v})`)} ${mix(c, `sizeof(${v}T) + sizeof ${v} + sizeof(${v}n++, ${v}[0])`)} ${mix(c, `${v}n`)}`,
    `int (*${v}p)[${v}m - 1] = ${v} + ${v}n - 1; ${mix(c, `${v}p[0][${v}m - 2] + (&${v}p[0] - ${v})`)} }`,
  ];
};

const statementExpression: Statement = (c) => {
  const s = c.newName("x");
  return [
    mix(
      c,
      `({ int ${s} = 0; for (int k = 0; k < 5; k++) { if (k == ${index(c, 5)}) continue; ${s} = ({ __auto_type ${s}i = ${s} * 3 + k; ${s}i; }); if (${s} > ${index(c, 90)}) break; } ${s} ?: -7; })`,
    ),
  ];
};

const designators: Statement = (c) => {
  const a = c.newName("d");
  const { prefix: p } = c;
  return [
    `{ int ${a}[12] = { [2 ... 5] = ${c.integer()}, 8, [9] = ${c.integer()}, [3] = 1 }; struct ${p}R ${a}r = { b: ${c.integer()}, .a = 4 };`,
    `for (int k = 0; k < 12; k++) ${mix(c, `${a}[k]`)} ${mix(c, `${a}r.b + ${a}r.a`)} ${mix(c, `((int[]){ 3, ${c.integer()} })[${index(c, 2)}]`)} }`,
  ];
};

const choices: Statement = (c) => {
  const { prefix: p } = c;
  const x = c.newName("x");
  return [
    pick(
      c,
      mix(
        c,
        `_Generic(${c.integer()}, int: 1, unsigned: 2, long: 3, unsigned long: 4, long long: 5, unsigned long long: 6, default: 7)`,
      ),
      mix(
        c,
        `__builtin_choose_expr(__builtin_types_compatible_p(__typeof__(+${c.integer()}), int), ${c.integer()}, ${c.integer()})`,
      ),
      mix(c, `${p}old((short)(${c.integer()}), (int)(${c.integer()}))`),
      `{ unsigned ${x} = ${c.integer()}; ${mix(c, `${p}open(&${x})`)} }`,
      `${p}flexible.wide = ${c.integer()}; ${p}flexible.small = ${c.integer()}; ${p}flexible.tail[${index(c, 4)}]--; ${mix(c, `(unsigned long long)${p}flexible.wide * 3 + ${p}flexible.small + ${p}flexible.tail[3]`)}`,
      mix(c, `__builtin_offsetof(struct ${p}F, tail[2]) + sizeof(struct ${p}F)`),
      mix(c, `(${c.integer()}) ?: (${c.integer()})`),
    ),
  ];
};

const quadruple: Statement = (c) => {
  const q = c.newName("q");
  const { prefix: p } = c;
  return [
    `{ __float128 ${q} = ${c.float()}; ${q} = ${pick(c, `${q} * ${q}`, `${q} / 3`, `${q} + ${c.integer()}`, `-${q} - 0.1Q`)};`,
    `${p}mixf(${q}); ${p}mixf((double)(${q} - (double)${q})); ${mix(c, `${q} < 5`)} }`,
  ];
};

const memory: Statement = (c) => {
  const m = c.newName("y");
  return [
    `{ unsigned char *${m} = __builtin_alloca(4 + ${index(c, 9)}); __builtin_memset(${m}, ${c.integer()}, 4); *(short *)(${m} + 2) = ${c.integer()}; unsigned ${m}w; __builtin_memcpy(&${m}w, ${m}, 4); ${mix(c, `${m}w`)} }`,
  ];
};

const STATEMENTS: readonly Statement[] = [
  ...[complexFloats, complexFloats, complexIntegers, integerVectors, integerVectors, floatVectors],
  ...[turnedVector, jumps, jumps, ranges, labelDifferences, atomics, atomics],
  ...[variableArrays, statementExpression, designators, choices, choices, quadruple, memory],
];

/** One statement, as lines. */
export function gnuStatement(c: ExtraContext): string[] {
  return (STATEMENTS[c.random(STATEMENTS.length)] as Statement)(c);
}
