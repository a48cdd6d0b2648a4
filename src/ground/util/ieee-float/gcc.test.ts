import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  interestingPatterns,
  randomPatterns,
  randomWords,
} from "../../../../test/support/float-patterns.ts";
import * as ieee from "../ieee-float.ts";

/**
 * The same operations compiled by gcc and run on the processor (float, double,
 * x87) and in its software library (binary128), for the four rounding modes
 * that C knows. Nearest-away is compared by enumeration in another test.
 */
const PROGRAM = String.raw`
#define _GNU_SOURCE
#define __STDC_WANT_IEC_60559_TYPES_EXT__ 1
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef unsigned __int128 pattern;
static pattern get(const char *s) {
  pattern p = 0;
  for (; *s; s++) p = p * 16 + (*s <= '9' ? *s - '0' : *s - 'a' + 10);
  return p;
}
static void put(const void *v, int bytes, int isnan) {
  if (isnan) { puts("nan"); return; }
  for (int i = bytes - 1; i >= 0; i--) printf("%02x", ((const unsigned char *)v)[i]);
  putchar('\n');
}
#define PUT(T, bytes, e) do { volatile T r_ = (e); T c_ = r_; put(&c_, bytes, c_ != c_); } while (0)
#define FORMAT(name, T, bytes, S, STRTO) \
static void name(const char *op, char **arg, int n) { \
  T v[3] = {0, 0, 0}; \
  if (!strcmp(op, "parse")) { PUT(T, bytes, STRTO(arg[0], 0)); return; } \
  if (!strcmp(op, "froms")) { volatile long long i = (long long)get(arg[0]); PUT(T, bytes, (T)i); return; } \
  if (!strcmp(op, "fromu")) { volatile unsigned long long i = (unsigned long long)get(arg[0]); PUT(T, bytes, (T)i); return; } \
  for (int i = 0; i < n && i < 3; i++) { pattern p = get(arg[i]); memcpy(&v[i], &p, bytes); } \
  volatile T a = v[0], b = v[1], c = v[2]; \
  if (!strcmp(op, "add")) PUT(T, bytes, a + b); \
  else if (!strcmp(op, "sub")) PUT(T, bytes, a - b); \
  else if (!strcmp(op, "mul")) PUT(T, bytes, a * b); \
  else if (!strcmp(op, "div")) PUT(T, bytes, a / b); \
  else if (!strcmp(op, "sqrt")) PUT(T, bytes, sqrt##S(a)); \
  else if (!strcmp(op, "fma")) PUT(T, bytes, fma##S(a, b, c)); \
  else if (!strcmp(op, "rem")) PUT(T, bytes, remainder##S(a, b)); \
  else if (!strcmp(op, "fmod")) PUT(T, bytes, fmod##S(a, b)); \
  else if (!strcmp(op, "rint")) PUT(T, bytes, rint##S(a)); \
  else if (!strcmp(op, "round")) PUT(T, bytes, round##S(a)); \
  else if (!strcmp(op, "tofloat")) PUT(float, 4, (float)a); \
  else if (!strcmp(op, "todouble")) PUT(double, 8, (double)a); \
  else if (!strcmp(op, "toldouble")) PUT(long double, 10, (long double)a); \
  else if (!strcmp(op, "tofloat128")) PUT(_Float128, 16, (_Float128)a); \
  else if (!strcmp(op, "tos")) { volatile long long r = (long long)a; printf("%lld\n", r); } \
  else if (!strcmp(op, "tou")) { volatile unsigned r = (unsigned)a; printf("%u\n", r); } \
  else if (!strcmp(op, "compare")) printf("%d\n", a < b ? 1 : a == b ? 2 : a > b ? 3 : 0); \
  else abort(); \
}
FORMAT(do_float, float, 4, f, strtof)
FORMAT(do_double, double, 8, , strtod)
FORMAT(do_ldouble, long double, 10, l, strtold)
FORMAT(do_float128, _Float128, 16, f128, strtof128)
int main(void) {
  static char line[4096];
  static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  while (fgets(line, sizeof line, stdin)) {
    char *arg[8]; int n = 0;
    for (char *t = strtok(line, " \n"); t && n < 8; t = strtok(0, " \n")) arg[n++] = t;
    fesetround(modes[atoi(arg[1])]);
    switch (arg[0][0]) {
      case 'f': do_float(arg[2], arg + 3, n - 3); break;
      case 'd': do_double(arg[2], arg + 3, n - 3); break;
      case 'l': do_ldouble(arg[2], arg + 3, n - 3); break;
      case 'q': do_float128(arg[2], arg + 3, n - 3); break;
    }
  }
}
`;

interface GccFormat {
  readonly name: string;
  readonly letter: string;
  readonly format: ieee.FloatFormat;
  readonly encode: (bits: bigint) => bigint;
}
const same = (bits: bigint): bigint => bits;
const FORMATS: Record<"float" | "double" | "ldouble" | "float128", GccFormat> = {
  float: { name: "float", letter: "f", format: ieee.FLOAT32, encode: same },
  double: { name: "double", letter: "d", format: ieee.FLOAT64, encode: same },
  ldouble: { name: "ldouble", letter: "l", format: ieee.X87_EXTENDED, encode: ieee.encodeX87 },
  float128: { name: "float128", letter: "q", format: ieee.FLOAT128, encode: same },
};
const MODES: readonly ieee.RoundingMode[] = [
  "nearest-even",
  "toward-positive",
  "toward-negative",
  "toward-zero",
];
const SEED = 1_985_754;

const works =
  process.platform === "linux" &&
  process.arch === "x64" &&
  spawnSync("gcc", ["--version"]).status === 0;
if (!works)
  process.stderr.write("gcc on x86-64 Linux is absent: float differential tests skipped\n");

/** One question to the compiled program and the answer expected by Agon's arithmetic. */
interface Question {
  readonly line: string;
  readonly answer: string;
}

function show({ format, encode }: GccFormat, bits: bigint): string {
  if (ieee.isFloatNaN(format, bits)) return "nan";
  const bytes = Math.ceil((ieee.floatWidth(format) + (encode === same ? 0 : 1)) / 8);
  return encode(bits)
    .toString(16)
    .padStart(2 * bytes, "0");
}

describe.skipIf(!works)(`against gcc, seed ${SEED}`, () => {
  let folder = "";
  let program = "";

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "agon-float-"));
    program = join(folder, "float");
    writeFileSync(`${program}.c`, PROGRAM);
    const flags = ["-O0", "-fno-builtin", "-frounding-math", "-mfpmath=sse"];
    execFileSync("gcc", [...flags, `${program}.c`, "-o", program, "-lm"]);
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function ask(questions: readonly Question[]): void {
    const input = questions.map(({ line }) => line).join("\n");
    const output = execFileSync(program, { input, maxBuffer: 1 << 28 })
      .toString()
      .trimEnd();
    const answers = output.split("\n");
    expect(answers.length).toBe(questions.length);
    const wrong = questions
      .map(({ line, answer }, i) => ({ line, agon: answer, gcc: answers[i] }))
      .filter(({ agon, gcc }) => agon !== gcc);
    expect(wrong.slice(0, 5)).toEqual([]);
  }

  function operands(format: ieee.FloatFormat, seed: number): bigint[] {
    const special = interestingPatterns(format);
    const next = randomWords(seed);
    const pairs = special.flatMap((a) => special.flatMap((b) => [a, b]));
    const mixed = Array.from({ length: 600 }, () => special[next() % special.length] as bigint);
    return [...pairs, ...randomPatterns(format, seed, 4000), ...mixed];
  }

  const cases = Object.values(FORMATS).flatMap((kind) =>
    MODES.map((mode, index) => ({ ...kind, mode, index })),
  );

  test.each(cases)(
    "arithmetic on $name $mode",
    ({ mode, index, ...kind }) => {
      const { format, letter, encode } = kind;
      const values = operands(format, SEED + index);
      const questions: Question[] = [];
      const put = (op: string, args: readonly bigint[], result: bigint): void => {
        const shown = args.map((bits) => encode(bits).toString(16)).join(" ");
        questions.push({ line: `${letter} ${index} ${op} ${shown}`, answer: show(kind, result) });
      };
      for (let i = 0; i + 1 < values.length; i += 2) {
        const a = values[i] as bigint;
        const b = values[i + 1] as bigint;
        const c = values[(i * 7 + 3) % values.length] as bigint;
        put("add", [a, b], ieee.floatAdd(format, mode, a, b));
        put("sub", [a, b], ieee.floatSub(format, mode, a, b));
        put("mul", [a, b], ieee.floatMul(format, mode, a, b));
        put("div", [a, b], ieee.floatDiv(format, mode, a, b));
        put("sqrt", [a], ieee.floatSqrt(format, mode, a));
        put("fma", [a, b, c], ieee.floatFma(format, mode, a, b, c));
        put("rint", [a], ieee.floatRoundToIntegral(format, mode, a));
        put("round", [a], ieee.floatRoundToIntegral(format, "nearest-away", a));
        // Older versions of glibc lose the sign of a zero remainder when rounding downward.
        if (i % 8 === 0 && mode !== "toward-negative") {
          put("rem", [a, b], ieee.floatRemainder(format, a, b));
          put("fmod", [a, b], ieee.floatFmod(format, a, b));
        }
      }
      ask(questions);
    },
    60_000,
  );

  test.each(cases)(
    "conversions from $name $mode",
    ({ mode, index, ...kind }) => {
      const { format, letter, encode } = kind;
      const values = [
        ...interestingPatterns(format),
        ...randomPatterns(format, SEED + 7 + index, 1500),
      ];
      // Values around the borders of the other formats and of the integer types.
      for (const other of Object.values(FORMATS)) {
        for (const bits of interestingPatterns(other.format)) {
          const near = ieee.convertFloat(other.format, format, "nearest-even", bits);
          if (ieee.classifyFloat(format, near) === "nan") continue;
          values.push(near);
          if (ieee.floatAbs(format, near) > 0n) values.push(near - 1n);
        }
      }
      for (const power of [31n, 32n, 63n, 64n]) {
        for (const delta of [-1n, 0n, 1n]) {
          const integer = (1n << power) + delta;
          values.push(ieee.integerToFloat(format, mode, integer));
          values.push(ieee.integerToFloat(format, mode, -integer));
        }
      }
      const questions: Question[] = [];
      for (const bits of values) {
        const start = `${letter} ${index}`;
        const shown = encode(bits).toString(16);
        for (const target of Object.values(FORMATS)) {
          const converted = ieee.convertFloat(format, target.format, mode, bits);
          questions.push({
            line: `${start} to${target.name} ${shown}`,
            answer: show(target, converted),
          });
        }
        const signed = { width: 64, signed: true };
        const toSigned = ieee.floatToInteger(format, "toward-zero", bits, signed);
        if (toSigned !== undefined) {
          questions.push({ line: `${start} tos ${shown}`, answer: `${toSigned}` });
        }
        const unsigned = { width: 32, signed: false };
        const toUnsigned = ieee.floatToInteger(format, "toward-zero", bits, unsigned);
        if (toUnsigned !== undefined) {
          questions.push({ line: `${start} tou ${shown}`, answer: `${toUnsigned}` });
        }
      }
      const next = randomWords(SEED + index);
      for (let i = 0; i < 400; i += 1) {
        const wide = (BigInt(next()) << 32n) | BigInt(next());
        const pattern = BigInt.asUintN(64, (wide >> BigInt(next() % 64)) * (next() % 2 ? 1n : -1n));
        const hex = pattern.toString(16);
        questions.push({
          line: `${letter} ${index} froms ${hex}`,
          answer: show(kind, ieee.integerToFloat(format, mode, BigInt.asIntN(64, pattern))),
        });
        questions.push({
          line: `${letter} ${index} fromu ${hex}`,
          answer: show(kind, ieee.integerToFloat(format, mode, pattern)),
        });
      }
      ask(questions);
    },
    60_000,
  );

  test.each(cases)(
    "constants of $name $mode",
    ({ mode, index, ...kind }) => {
      const { format, letter } = kind;
      const texts = [
        "0.1",
        "-0.1",
        "1e23",
        "4.35",
        "9007199254740993",
        "1e400",
        "1e-400",
        "-1e5000",
      ];
      texts.push("1e-99999999999999999999", "1e99999999999999999999", "0e99999999999", "1e-4960");
      texts.push("0x1.8p+3", "0x.000001p-126", "-0x1.fffffffffffffffffffffffffffffffp+127");
      texts.push("0x1.00000100000000000000000000001p0", "0x1p99999999999999999999", "0x1p-16500");
      texts.push("3.40282356779733661637539395458142568447e38", "3.4028235677973366e38");
      texts.push("2.2250738585072011e-308", "2.4703282292062328e-324", "7.0064923216240853e-46");
      const next = randomWords(SEED + 99 + index);
      for (let i = 0; i < 300; i += 1) {
        const digits = `${next()}${next()}${next()}${next()}`.slice(0, 1 + (next() % 36));
        const range = [40, 310, 4950][next() % 3] as number;
        texts.push(`${digits}.${next()}e${(next() % (2 * range)) - range}`);
        texts.push(`0x${next().toString(16)}.${next().toString(16)}p${(next() % 300) - 150}`);
      }
      // Decimal texts exactly halfway between neighbours.
      for (let i = 0; i < 60; i += 1) {
        const odd = (1n << BigInt(format.significandBits)) + 2n * BigInt(next()) + 1n;
        texts.push(`${odd}`, `${odd}.000000000000000000001`, `${odd * 5n ** 20n}e-20`);
      }
      const questions = texts.map((text) => {
        const bits = ieee.parseFloatLiteral(text, format, mode);
        expect(bits, text).toBeDefined();
        return {
          line: `${letter} ${index} parse ${text}`,
          answer: show(kind, bits as bigint),
        };
      });
      ask(questions);
    },
    60_000,
  );

  test.each(Object.values(FORMATS))(
    "comparisons of $name",
    (kind) => {
      const { format, letter, encode } = kind;
      const values = operands(format, SEED);
      const codes = { unordered: 0, less: 1, equal: 2, greater: 3 };
      const questions: Question[] = [];
      for (let i = 0; i + 1 < values.length; i += 1) {
        const a = values[i] as bigint;
        const b = values[i + 1] as bigint;
        questions.push({
          line: `${letter} 0 compare ${encode(a).toString(16)} ${encode(b).toString(16)}`,
          answer: `${codes[ieee.compareFloats(format, a, b)]}`,
        });
      }
      ask(questions);
    },
    60_000,
  );
});
