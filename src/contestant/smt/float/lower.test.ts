import { describe, expect, test, vi } from "vitest";
import {
  interestingPatterns,
  randomPatterns,
  randomWords,
} from "../../../../test/support/float-patterns.ts";
import {
  FLOAT16,
  FLOAT32,
  FLOAT64,
  FLOAT128,
  type FloatFormat,
  floatWidth,
  X87_EXTENDED,
} from "../../../ground/util/ieee-float.ts";
import { evaluate } from "../evaluate.ts";
import { ROUNDING_MODE_WIDTH } from "../operator.ts";
import { TermManager } from "../term.ts";
import type { Term } from "../term-table.ts";
import { lowerFloat } from "./lower.ts";

vi.setConfig({ testTimeout: 120_000 });

/**
 * Every circuit is compared with the meaning of its operator (which calls the
 * exact arithmetic): with a variable rounding mode and with each constant one.
 */
const SEED = 77_003;
const THOROUGH = process.env.AGON_THOROUGH !== undefined;
/** Factor for the number of random operands. */
const SCALE = THOROUGH ? 4 : 1;
/** Number of operands up to which all are tried with every rounding mode, instead of in turn. */
const EVERY_MODE_UP_TO = THOROUGH ? 4096 : 1024;
const MODE_CODES = [0, 1, 2, 3, 4] as const;

interface Case {
  readonly name: string;
  /** Widths of the operands. */
  readonly widths: readonly number[];
  readonly build: (m: TermManager, mode: Term, operands: readonly Term[]) => Term;
  readonly hasMode: boolean;
}

function nameOf(format: FloatFormat): string {
  return `${format.exponentBits}/${format.significandBits}`;
}

function arithmeticCases(format: FloatFormat): Case[] {
  const width = floatWidth(format);
  const f = format;
  const make = (
    name: string,
    count: number,
    build: (m: TermManager, mode: Term, x: Term, y: Term, z: Term) => Term,
    hasMode = true,
  ): Case => ({
    name: `${name} ${nameOf(format)}`,
    widths: Array.from({ length: count }, () => width),
    build: (m, mode, [x, y, z]) => build(m, mode, x as Term, y as Term, z as Term),
    hasMode,
  });
  const cases = [
    make("add", 2, (m, mode, x, y) => m.fpAdd(f, mode, x, y)),
    make("mul", 2, (m, mode, x, y) => m.fpMul(f, mode, x, y)),
    make("square", 1, (m, mode, x) => m.fpMul(f, mode, x, x)),
    make("div", 2, (m, mode, x, y) => m.fpDiv(f, mode, x, y)),
    make("roundToIntegral", 1, (m, mode, x) => m.fpRoundToIntegral(f, mode, x)),
    make("eq", 2, (m, _mode, x, y) => m.fpEq(f, x, y), false),
    make("lt", 2, (m, _mode, x, y) => m.fpLt(f, x, y), false),
    make("le", 2, (m, _mode, x, y) => m.fpLe(f, x, y), false),
  ];
  if (2 ** (f.exponentBits - 1) > f.significandBits) {
    cases.push(make("sqrt", 1, (m, mode, x) => m.fpSqrt(f, mode, x)));
  }
  if (f.exponentBits <= 8) {
    cases.push(make("rem", 2, (m, _mode, x, y) => m.fpRem(f, x, y), false));
    cases.push(make("fmod", 2, (m, _mode, x, y) => m.fpFmod(f, x, y), false));
  }
  return cases;
}

function fmaCase(format: FloatFormat): Case {
  const width = floatWidth(format);
  return {
    name: `fma ${nameOf(format)}`,
    widths: [width, width, width],
    build: (m, mode, [x, y, z]) => m.fpFma(format, mode, x as Term, y as Term, z as Term),
    hasMode: true,
  };
}

function formatCase(from: FloatFormat, to: FloatFormat): Case {
  return {
    name: `${nameOf(from)} to ${nameOf(to)}`,
    widths: [floatWidth(from)],
    build: (m, mode, [x]) => m.fpToFp(from, to, mode, x as Term),
    hasMode: true,
  };
}

function integerCases(format: FloatFormat, width: number): Case[] {
  const bits = floatWidth(format);
  const make = (name: string, from: number, build: Case["build"]): Case => ({
    name: `${name} ${nameOf(format)}, ${width} bits`,
    widths: [from],
    build,
    hasMode: true,
  });
  return [
    make("toSigned", bits, (m, mode, [x]) => m.fpToSigned(format, width, mode, x as Term)),
    make("toUnsigned", bits, (m, mode, [x]) => m.fpToUnsigned(format, width, mode, x as Term)),
    make("fromSigned", width, (m, mode, [x]) => m.signedToFp(width, format, mode, x as Term)),
    make("fromUnsigned", width, (m, mode, [x]) => m.unsignedToFp(width, format, mode, x as Term)),
  ];
}

/** Checks one case on the given operands, cycling through the modes if there are many operands. */
function check(testCase: Case, operands: readonly (readonly bigint[])[], everyMode: boolean): void {
  const m = new TermManager();
  const variables = testCase.widths.map((width, i) => m.variable(`x${i}`, width));
  const modeVariable = m.variable("mode", ROUNDING_MODE_WIDTH);
  const build = (mode: Term): { term: Term; circuit: Term } => {
    const term = testCase.build(m, mode, variables);
    return { term, circuit: lowerFloat(m, term) };
  };
  const symbolic = build(modeVariable);
  const constant = MODE_CODES.map((code) => build(m.constant(ROUNDING_MODE_WIDTH, code)));
  const modes = testCase.hasMode ? MODE_CODES : ([0] as const);
  operands.forEach((values, index) => {
    for (const mode of modes) {
      if (!everyMode && mode !== modes[index % modes.length]) continue;
      const code = mode === 4 ? 4n + BigInt(index & 3) : BigInt(mode);
      const assignment = (variable: Term): bigint =>
        variable === modeVariable ? code : (values[variables.indexOf(variable)] as bigint);
      const { term, circuit } = constant[mode] as { term: Term; circuit: Term };
      const expected = evaluate(term, assignment);
      const actual = evaluate(circuit, assignment);
      if (expected !== actual) {
        const shown = values.map((value) => value.toString(2)).join(" ");
        expect(actual.toString(2), `mode ${mode}: ${shown}`).toBe(expected.toString(2));
      }
      if (testCase.hasMode && (index & 1) === 0) {
        const general = evaluate(symbolic.circuit, assignment);
        if (general !== expected) {
          const shown = values.map((value) => value.toString(2)).join(" ");
          expect(general.toString(2), `symbolic mode ${mode}: ${shown}`).toBe(expected.toString(2));
        }
      }
    }
  });
}

function exhaustive(widths: readonly number[]): bigint[][] {
  return widths.reduce<bigint[][]>(
    (rows, width) =>
      rows.flatMap((row) =>
        Array.from({ length: 2 ** width }, (_, value) => [...row, BigInt(value)]),
      ),
    [[]],
  );
}

describe("all operands of tiny formats", () => {
  const formats: FloatFormat[] = [
    { exponentBits: 3, significandBits: 2 },
    { exponentBits: 3, significandBits: 3 },
    { exponentBits: 3, significandBits: 4 },
    { exponentBits: 4, significandBits: 3 },
  ];
  const conversions = formats.flatMap((from) =>
    [...formats, { exponentBits: 5, significandBits: 6 }, { exponentBits: 3, significandBits: 6 }]
      .filter((to) => nameOf(to) !== nameOf(from))
      .flatMap((to) => [formatCase(from, to), formatCase(to, from)]),
  );
  const integers = formats.flatMap((format) =>
    [1, 2, 3, 5, 8, 11].flatMap((width) => integerCases(format, width)),
  );
  const unary = [...conversions, ...integers];
  const binary = formats.flatMap(arithmeticCases);
  const fma = fmaCase({ exponentBits: 3, significandBits: 2 });
  test.each([...binary, ...unary, fma])("$name", (testCase) => {
    const operands = exhaustive(testCase.widths);
    check(testCase, operands, operands.length <= EVERY_MODE_UP_TO);
  });
});

describe(`random operands, seed ${SEED}`, () => {
  const formats = [FLOAT16, FLOAT32, FLOAT64, X87_EXTENDED, FLOAT128];
  const patterns = (format: FloatFormat, seed: number): bigint[] => {
    const special = interestingPatterns(format);
    const next = randomWords(seed);
    const mixed = Array.from(
      { length: 100 * SCALE },
      () => special[next() % special.length] as bigint,
    );
    return [...mixed, ...randomPatterns(format, seed, 200 * SCALE)];
  };
  const rows = (count: number, values: readonly bigint[]): bigint[][] => {
    const result: bigint[][] = [];
    for (let i = 0; i + count <= values.length; i += count) result.push(values.slice(i, i + count));
    return result;
  };

  const arithmetic = formats.flatMap((format) =>
    [...arithmeticCases(format), fmaCase(format), fmaCase({ exponentBits: 3, significandBits: 4 })]
      .filter((testCase, i, all) => all.findIndex(({ name }) => name === testCase.name) === i)
      .map((testCase) => ({
        ...testCase,
        format: testCase.name.includes("3/4") ? { exponentBits: 3, significandBits: 4 } : format,
      })),
  );
  test.each(arithmetic)(
    "$name",
    ({ format, ...testCase }) => {
      check(testCase, rows(testCase.widths.length, patterns(format, SEED)), false);
    },
    120_000,
  );

  const conversions = formats.flatMap((from) =>
    formats.filter((to) => to !== from).map((to) => ({ from, to, ...formatCase(from, to) })),
  );
  test.each(conversions)("$name", ({ from, to, ...testCase }) => {
    const m = new TermManager();
    const operands = patterns(from, SEED + 1).map((bits) => [bits]);
    // Values near those of the other format, too.
    for (const bits of patterns(to, SEED + 2).slice(0, 400)) {
      const near = m.fpToFp(to, from, "nearest-even", m.constant(floatWidth(to), bits)).value;
      operands.push([near], [near ^ 1n]);
    }
    check(testCase, operands, false);
  });

  const integers = formats.flatMap((format) =>
    [8, 32, 64, 128].flatMap((width) =>
      integerCases(format, width).map((testCase) => ({ ...testCase, format, width })),
    ),
  );
  test.each(integers)("$name", ({ format, width, ...testCase }) => {
    const m = new TermManager();
    const next = randomWords(SEED + width);
    const integersOfAllSizes = Array.from({ length: 100 * SCALE }, () => {
      let value = 0n;
      for (let have = 0; have < width; have += 32) value = (value << 32n) | BigInt(next());
      return BigInt.asUintN(width, value) >> BigInt(next() % width);
    });
    const toFloat = (value: bigint): bigint =>
      m.signedToFp(width, format, "nearest-even", m.constant(width, value)).value;
    const operands =
      testCase.widths[0] === width && testCase.name.startsWith("from")
        ? integersOfAllSizes.flatMap((value) => [value, BigInt.asUintN(width, -value)])
        : [
            ...integersOfAllSizes.flatMap((value) => [toFloat(value), toFloat(-value)]),
            ...patterns(format, SEED + 3).slice(0, 500),
          ];
    check(
      testCase,
      operands.map((value) => [value]),
      false,
    );
  });
});
