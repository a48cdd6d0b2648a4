/**
 * Floating-point operations of the interpreter against those of the machine:
 * float, double and long double of the processor (SSE2, x87), `__float128` of
 * libgcc, in the four rounding modes of C.
 *
 *     npx tsx bench/differential/floats.ts --count 20000 --seed 1
 *
 * `count` triples of operands for each format and mode; every triple gives the
 * results of ten operations. Needs gcc for x86-64.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROUNDING_MODES } from "../../src/contestant/cfa/index.ts";
import { FLOAT_FORMATS } from "../../src/contestant/cfa/model/scalar-layout.ts";
import {
  FloatUnit,
  floatBits,
  floatValue,
} from "../../src/contestant/interpreter/runtime/floats.ts";
import { decodeX87, encodeX87, isFloatNaN } from "../../src/ground/util/ieee-float.ts";
import { interestingPatterns, randomPatterns } from "../../test/support/float-patterns.ts";

const FORMATS = { float: "float", double: "double", ldouble: "long double", float128: "_Float128" };
const SUFFIXES = { float: "f", double: "", ldouble: "l", float128: "f128" };
const OPERATIONS = ["add", "sub", "mul", "div", "sqrt", "fma", "rint", "fmod", "narrow", "widen"];
const BYTES = 16;
type Format = keyof typeof FORMATS;

const { values } = parseArgs({
  options: { count: { type: "string", default: "20000" }, seed: { type: "string", default: "1" } },
});
const count = Number(values.count);
const seed = Number(values.seed);
console.log(`${count} triples for each of 4 formats and 4 rounding modes, seed ${seed}`);

/** Reads triples of 16-byte values, writes the results of all operations for one mode. */
function program(format: Format): string {
  const s = SUFFIXES[format];
  return `#define __STDC_WANT_IEC_60559_TYPES_EXT__ 1
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef ${FORMATS[format]} T;
static char out[${BYTES}];
#define PUT(U, e) do { volatile U r = (e); U c = r; memset(out, 0, ${BYTES}); memcpy(out, &c, sizeof c); fwrite(out, 1, ${BYTES}, stdout); } while (0)
int main(int argc, char **argv) {
  fesetround(atoi(argv[1]));
  char in[${3 * BYTES}];
  while (fread(in, 1, sizeof in, stdin) == sizeof in) {
    T v[3];
    for (int i = 0; i < 3; i++) memcpy(&v[i], in + ${BYTES} * i, sizeof(T));
    volatile T a = v[0], b = v[1], c = v[2];
    PUT(T, a + b); PUT(T, a - b); PUT(T, a * b); PUT(T, a / b);
    PUT(T, sqrt${s}(a)); PUT(T, fma${s}(a, b, c)); PUT(T, rint${s}(a)); PUT(T, fmod${s}(a, b));
    PUT(float, (float)a); PUT(_Float128, (_Float128)a);
  }
}`;
}

function toMemory(format: Format, bits: bigint): bigint {
  return format === "ldouble" ? encodeX87(bits) : bits;
}

function operands(format: Format): bigint[] {
  const borders = interestingPatterns(FLOAT_FORMATS[format]);
  const random = randomPatterns(FLOAT_FORMATS[format], seed, 3 * count);
  // A third of the operands are at the borders of classes.
  return random.map((bits, index) =>
    (index * 7 + seed) % 3 === 0 ? (borders[index % borders.length] as bigint) : bits,
  );
}

const folder = mkdtempSync(join(tmpdir(), "agon-floats-"));
let compared = 0;
let different = 0;
try {
  for (const format of Object.keys(FORMATS) as Format[]) {
    const source = join(folder, `${format}.c`);
    const binary = join(folder, format);
    writeFileSync(source, program(format));
    execFileSync("gcc", ["-w", "-O1", "-frounding-math", source, "-o", binary, "-lm"]);
    const patterns = operands(format);
    const input = Buffer.alloc(patterns.length * BYTES);
    patterns.forEach((bits, index) => {
      const memory = toMemory(format, bits);
      input.writeBigUInt64LE(BigInt.asUintN(64, memory), index * BYTES);
      input.writeBigUInt64LE(memory >> 64n, index * BYTES + 8);
    });
    for (const mode of Object.values(ROUNDING_MODES)) {
      const output = execFileSync(binary, [String(mode)], { input, maxBuffer: 2 ** 30 });
      compare(format, mode, patterns, output);
    }
    console.log(`${format}: ${compared} results compared so far, ${different} differ`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
process.exitCode = different === 0 ? 0 : 1;

function compare(format: Format, mode: number, patterns: readonly bigint[], output: Buffer): void {
  const unit = new FloatUnit();
  unit.setMode(mode);
  for (let i = 0; i < count; i++) {
    const operand = (k: number) => floatValue(format, patterns[3 * i + k] as bigint);
    const operands = [operand(0), operand(1), operand(2)] as const;
    OPERATIONS.forEach((operation, k) => {
      const at = (i * OPERATIONS.length + k) * BYTES;
      const memory = output.readBigUInt64LE(at) | (output.readBigUInt64LE(at + 8) << 64n);
      const to: Format =
        operation === "narrow" ? "float" : operation === "widen" ? "float128" : format;
      const expected = to === "ldouble" ? decodeX87(BigInt.asUintN(80, memory)) : memory;
      const actual = floatBits(to, result(unit, operation, format, to, operands));
      compared++;
      if (actual === expected) return;
      const f = FLOAT_FORMATS[to];
      if (isFloatNaN(f, actual) && isFloatNaN(f, expected)) return;
      different++;
      if (different > 20) return;
      const shown = [0, 1, 2].map((j) => (patterns[3 * i + j] as bigint).toString(16)).join(" ");
      console.log(
        `${operation} ${format} mode ${mode}: ${shown}: ${actual.toString(16)}, the machine ${expected.toString(16)}`,
      );
    });
  }
}

function result(
  unit: FloatUnit,
  operation: string,
  format: Format,
  to: Format,
  [a, b, c]: readonly ReturnType<typeof floatValue>[],
): ReturnType<typeof floatValue> {
  if (a === undefined || b === undefined || c === undefined) throw new Error("three operands");
  switch (operation) {
    case "add":
    case "sub":
    case "mul":
    case "div":
      return unit.arithmetic(operation, format, a, b);
    case "narrow":
    case "widen":
      return format === to ? a : unit.convert(format, to, a);
    case "sqrt":
    case "fma":
    case "rint":
    case "fmod":
      return unit.operation(operation, format, a, b, c);
    default:
      throw new Error(`unknown operation ${operation}`);
  }
}
