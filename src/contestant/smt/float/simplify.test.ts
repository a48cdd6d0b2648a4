import { describe, expect, test, vi } from "vitest";
import { type FloatFormat, floatWidth, ROUNDING_MODES } from "../../../ground/util/ieee-float.ts";
import { evaluate } from "../evaluate.ts";
import { isFloatOperator } from "../operator.ts";
import { TermManager } from "../term.ts";
import type { Term } from "../term-table.ts";
import { lowerFloat } from "./lower.ts";
import { simplifyFloat } from "./simplify.ts";

vi.setConfig({ testTimeout: 120_000 });

/** Narrow and wide formats between which double rounding is innocuous. */
const PAIRS: readonly [FloatFormat, FloatFormat][] = [
  [
    { exponentBits: 3, significandBits: 2 },
    { exponentBits: 5, significandBits: 6 },
  ],
  [
    { exponentBits: 3, significandBits: 3 },
    { exponentBits: 6, significandBits: 8 },
  ],
];
/**
 * Whether every constant is tried with every rounding mode, which takes long; otherwise each with
 * one.
 */
const THOROUGH = process.env.AGON_THOROUGH !== undefined;
const TINY: FloatFormat = { exponentBits: 3, significandBits: 3 };

/** Compares the term with its simplification and its circuit for all values of its variables. */
function check(m: TermManager, term: Term, variables: readonly Term[], expectSimpler = true): void {
  const simpler = simplifyFloat(m, term);
  if (expectSimpler) expect(simpler, "a rule applies").toBeDefined();
  const circuit = isFloatOperator(term.op) ? lowerFloat(m, term) : term;
  const total = variables.reduce((sum, { width }) => sum + width, 0);
  for (let all = 0n; all < 1n << BigInt(total); all += 1n) {
    const values = new Map<Term, bigint>();
    let rest = all;
    for (const variable of variables) {
      values.set(variable, BigInt.asUintN(variable.width, rest));
      rest >>= BigInt(variable.width);
    }
    const assignment = (variable: Term): bigint => values.get(variable) ?? 0n;
    const expected = evaluate(term, assignment);
    const actual = evaluate(circuit, assignment);
    if (actual !== expected) {
      const shown = [...values.values()].map((value) => value.toString(2)).join(" ");
      expect(actual.toString(2), `${term.op} at ${shown}`).toBe(expected.toString(2));
    }
  }
}

function constants(m: TermManager, format: FloatFormat): Term[] {
  const width = floatWidth(format);
  return Array.from({ length: 2 ** width }, (_, bits) => m.constant(width, bits));
}

describe("arithmetic with a constant", () => {
  test.each(ROUNDING_MODES)("%s", (mode) => {
    for (let bits = 0; bits < 64; bits += 1) {
      const m = new TermManager();
      const x = m.variable("x", 6);
      const c = m.constant(6, bits);
      check(m, m.fpAdd(TINY, mode, x, c), [x], false);
      check(m, m.fpMul(TINY, mode, x, c), [x], false);
      check(m, m.fpDiv(TINY, mode, x, c), [x], false);
      check(m, m.fpDiv(TINY, mode, c, x), [x], false);
    }
    const m = new TermManager();
    const x = m.variable("x", 6);
    const one = m.constant(6, 0b001100);
    for (const c of [m.fpNeg(TINY, one), one]) {
      check(m, m.fpMul(TINY, mode, x, c), [x]);
      check(m, m.fpMul(TINY, mode, x, m.add(c, m.constant(6, 4))), [x]);
      check(m, m.fpDiv(TINY, mode, x, c), [x]);
    }
    check(m, m.fpSub(TINY, mode, x, x), [x]);
    check(m, m.fpAdd(TINY, mode, x, m.constant(6, 0)), [x]);
    check(m, m.fpSub(TINY, mode, x, m.constant(6, 0)), [x]);
  });
});

describe("arithmetic in the narrow format", () => {
  test.each(PAIRS)("%o in %o", (narrow, wide) => {
    const m = new TermManager();
    const x = m.variable("x", floatWidth(narrow));
    const y = m.variable("y", floatWidth(narrow));
    const i = m.variable("i", 2);
    const mode = "nearest-even";
    const a = m.fpToFp(narrow, wide, mode, x);
    const b = m.fpToFp(narrow, wide, mode, y);
    const half = m.fpToFp(narrow, wide, mode, m.constant(floatWidth(narrow), 5));
    const n = m.signedToFp(2, wide, mode, i);
    const back = (result: Term): Term => m.fpToFp(wide, narrow, mode, result);
    for (const result of [
      m.fpAdd(wide, mode, a, b),
      m.fpSub(wide, mode, a, b),
      m.fpMul(wide, mode, a, b),
      m.fpDiv(wide, mode, a, b),
      m.fpSqrt(wide, mode, a),
    ]) {
      check(m, back(result), [x, y]);
    }
    check(m, back(m.fpMul(wide, mode, a, half)), [x]);
    check(m, back(m.fpDiv(wide, mode, half, a)), [x]);
    check(m, back(m.fpAdd(wide, mode, a, n)), [x, i]);
    check(m, back(n), [i]);
    for (const compare of [m.fpEq.bind(m), m.fpLt.bind(m), m.fpLe.bind(m)]) {
      check(m, compare(wide, a, b), [x, y]);
      check(m, compare(wide, a, m.fpNeg(wide, b)), [x, y]);
      check(m, compare(wide, a, n), [x, i]);
    }
  });

  test("not where double rounding differs", () => {
    const m = new TermManager();
    const [narrow, wide] = [TINY, { exponentBits: 6, significandBits: 7 }];
    const x = m.fpToFp(narrow, wide, "nearest-even", m.variable("x", 6));
    const sum = m.fpAdd(
      wide,
      "nearest-even",
      x,
      m.fpToFp(narrow, wide, "nearest-even", m.variable("y", 6)),
    );
    expect(simplifyFloat(m, m.fpToFp(wide, narrow, "nearest-even", sum))).toBeUndefined();
    const down = m.fpSqrt(
      { exponentBits: 6, significandBits: 8 },
      "toward-zero",
      m.variable("z", 14),
    );
    const mixed = m.fpToFp({ exponentBits: 6, significandBits: 8 }, narrow, "nearest-even", down);
    expect(simplifyFloat(m, mixed)).toBeUndefined();
  });
});

describe("conversions of conversions", () => {
  test.each(ROUNDING_MODES)("%s", (mode) => {
    const m = new TermManager();
    const [narrow, wide] = PAIRS[1] as [FloatFormat, FloatFormat];
    const middle = { exponentBits: 4, significandBits: 2 };
    const x = m.variable("x", floatWidth(narrow));
    const i = m.variable("i", 5);
    const a = m.fpToFp(narrow, wide, mode, x);
    check(m, m.fpToFp(wide, middle, mode, a), [x]);
    check(m, m.fpRoundToIntegral(wide, mode, a), [x]);
    check(m, m.fpToSigned(wide, 3, mode, a), [x]);
    check(m, m.fpToUnsigned(wide, 3, mode, a), [x]);
    for (const n of [m.signedToFp(5, wide, mode, i), m.unsignedToFp(5, wide, mode, i)]) {
      check(m, m.fpToFp(wide, narrow, mode, n), [i]);
      check(m, m.fpRoundToIntegral(wide, mode, n), [i]);
      for (const width of [3, 5, 6, 8]) {
        check(m, m.fpToSigned(wide, width, mode, n), [i], width > 5);
        check(m, m.fpToUnsigned(wide, width, mode, n), [i], false);
      }
    }
  });
});

describe("comparisons of a monotone function with a constant", () => {
  const format = TINY;
  const compare = (m: TermManager, a: Term, b: Term): Term[] => [
    m.fpEq(format, a, b),
    m.fpLt(format, a, b),
    m.fpLe(format, a, b),
    m.fpLt(format, b, a),
    m.fpLe(format, b, a),
  ];

  test.each(ROUNDING_MODES)(
    "%s",
    (mode) => {
      const m = new TermManager();
      const x = m.variable("x", floatWidth(format));
      const wider = { exponentBits: 4, significandBits: 4 };
      const w = m.variable("w", floatWidth(wider));
      const i = m.variable("i", 6);
      const all = constants(m, format);
      const functions: [Term, Term][] = [
        [m.fpRoundToIntegral(format, mode, x), x],
        [m.fpNeg(format, x), x],
        [m.fpToFp(wider, format, mode, w), w],
        [m.signedToFp(6, format, mode, i), i],
        [m.unsignedToFp(6, format, mode, i), i],
        [
          m.fpSub(format, mode, m.fpMul(format, mode, x, all[0b110110] as Term), all[13] as Term),
          x,
        ],
      ];
      const summands = [0, 1, 32, 35, 12, 14, 17, 27, 59, 50];
      const share = (_: number, i: number): boolean =>
        THOROUGH || ROUNDING_MODES[i % ROUNDING_MODES.length] === mode;
      for (const bits of summands.filter(share)) {
        const c = all[bits] as Term;
        functions.push([m.fpAdd(format, mode, x, c), x]);
        functions.push([m.fpDiv(format, mode, x, c), x]);
        functions.push([m.fpMul(format, mode, x, c), x]);
      }
      for (const [y, argument] of functions) {
        for (const c of all.filter(
          (_, bits) => bits % 7 === 3 || [0, 28, 29, 32, 60].includes(bits),
        )) {
          for (const term of compare(m, y, c)) {
            if (isFloatOperator(term.op)) check(m, term, [argument], false);
          }
        }
      }
    },
    120_000,
  );

  test("exact conversions of integers are compared as integers", () => {
    const m = new TermManager();
    const wide = { exponentBits: 5, significandBits: 6 };
    const i = m.variable("i", 5);
    const j = m.variable("j", 4);
    const mode = "nearest-even";
    const [a, b] = [m.signedToFp(5, wide, mode, i), m.unsignedToFp(4, wide, mode, j)];
    for (const term of [m.fpEq(wide, a, b), m.fpLt(wide, a, b), m.fpLe(wide, b, a)]) {
      check(m, term, [i, j]);
    }
  });
});
