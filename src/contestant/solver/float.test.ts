import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { FLOAT16, FLOAT32, ROUNDING_MODES } from "../../ground/util/ieee-float.ts";
import { evaluate } from "../smt/evaluate.ts";
import { SmtSolver } from "../smt/solver.ts";
import { type FloatFormat, type RoundingMode, type Term, TermManager } from "../smt/term.ts";
import { type CadicalFactory, createCadical } from "./cadical-wasm.ts";

const SEED = 20261121;
const TINY: FloatFormat = { exponentBits: 4, significandBits: 4 };

let cadical: CadicalFactory;
beforeAll(async () => {
  cadical = await createCadical();
});

type Operation = (
  m: TermManager,
  format: FloatFormat,
  mode: RoundingMode,
  a: Term,
  b: Term,
  c: Term,
) => Term;

const OPERATIONS: Record<string, Operation> = {
  fpAdd: (m, f, mode, a, b) => m.fpAdd(f, mode, a, b),
  fpSub: (m, f, mode, a, b) => m.fpSub(f, mode, a, b),
  fpMul: (m, f, mode, a, b) => m.fpMul(f, mode, a, b),
  fpDiv: (m, f, mode, a, b) => m.fpDiv(f, mode, a, b),
  fpRem: (m, f, _, a, b) => m.fpRem(f, a, b),
  fpFmod: (m, f, _, a, b) => m.fpFmod(f, a, b),
  fpSqrt: (m, f, mode, a) => m.fpSqrt(f, mode, a),
  fpFma: (m, f, mode, a, b, c) => m.fpFma(f, mode, a, b, c),
  fpRoundToIntegral: (m, f, mode, a) => m.fpRoundToIntegral(f, mode, a),
  fpEq: (m, f, _, a, b) => m.fpEq(f, a, b),
  fpLt: (m, f, _, a, b) => m.fpLt(f, a, b),
  fpLe: (m, f, _, a, b) => m.fpLe(f, a, b),
  fpGt: (m, f, _, a, b) => m.fpGt(f, a, b),
  fpGe: (m, f, _, a, b) => m.fpGe(f, a, b),
  fpEqSelf: (m, f, _, a) => m.fpEq(f, a, a),
  fpLtSelf: (m, f, _, a) => m.fpLt(f, a, a),
  fpLeSelf: (m, f, _, a) => m.fpLe(f, a, a),
  fpIsNaN: (m, f, _, a) => m.fpIsNaN(f, a),
  fpIsInfinite: (m, f, _, a) => m.fpIsInfinite(f, a),
  fpIsZero: (m, f, _, a) => m.fpIsZero(f, a),
  fpIsSubnormal: (m, f, _, a) => m.fpIsSubnormal(f, a),
  fpIsNormal: (m, f, _, a) => m.fpIsNormal(f, a),
  fpNeg: (m, f, _, a) => m.fpNeg(f, a),
  fpAbs: (m, f, _, a) => m.fpAbs(f, a),
  fpToWider: (m, f, mode, a) => m.fpToFp(f, FLOAT32, mode, a),
  fpToNarrower: (m, f, mode, a) => m.fpToFp(f, TINY, mode, a),
  fpToWiderAndBack: (m, f, mode, a) => m.fpToFp(FLOAT32, f, mode, m.fpToFp(f, FLOAT32, mode, a)),
  fpToSigned: (m, f, mode, a) => m.fpToSigned(f, 6, mode, a),
  fpToUnsigned: (m, f, mode, a) => m.fpToUnsigned(f, 6, mode, a),
  signedToFp: (m, f, mode, a) => m.signedToFp(a.width, f, mode, a),
  unsignedToFp: (m, f, mode, a) => m.unsignedToFp(a.width, f, mode, a),
};

describe("floating point through the solver is what evaluation says", { timeout: 120_000 }, () => {
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    it(name, () => {
      for (const format of [TINY, FLOAT16]) {
        const width = format.exponentBits + format.significandBits;
        const modes = format === TINY ? ROUNDING_MODES : ROUNDING_MODES.slice(0, 1);
        for (const mode of modes) {
          const m = new TermManager();
          const solver = new SmtSolver(m, cadical.create());
          const variables = ["a", "b", "c"].map((letter) => m.variable(letter, width));
          const [a, b, c] = variables as [Term, Term, Term];
          const term = operation(m, format, mode, a, b, c);
          const result = m.variable("result", term.width);
          solver.assert(m.eq(result, term));
          const pattern = fc.bigInt({ min: 0n, max: (1n << BigInt(width)) - 1n });
          for (const sample of fc.sample(fc.tuple(pattern, pattern, pattern), {
            seed: SEED,
            numRuns: 12,
          })) {
            const inputs = variables.map((v, i) => m.eq(v, m.constant(width, sample[i] as bigint)));
            const expected = evaluate(term, (v) => sample[variables.indexOf(v)] as bigint);
            const folded = operation(
              m,
              format,
              mode,
              ...(sample.map((value) => m.constant(width, value)) as [Term, Term, Term]),
            );
            expect(folded).toBe(m.constant(term.width, expected));
            expect(solver.check(inputs)).toBe("sat");
            expect(solver.value(result)).toBe(expected);
            const other = m.not(m.eq(result, m.constant(term.width, expected)));
            expect(solver.check([...inputs, other])).toBe("unsat");
          }
          solver.dispose();
        }
      }
    });
  }

  it("lifts over trees of constants", () => {
    const m = new TermManager();
    const [c, d] = [m.variable("c", 0), m.variable("d", 0)];
    const [one, two, three] = [0x3f800000, 0x40000000, 0x40400000].map((x) => m.constant(32, x));
    const x = m.ite(c, one as Term, two as Term);
    const y = m.ite(d, one as Term, two as Term);
    const mode = "nearest-even";
    expect(m.fpAdd(FLOAT32, mode, x, one as Term)).toBe(m.ite(c, two as Term, three as Term));
    expect(m.fpLt(FLOAT32, x, three as Term)).toBe(m.true);
    expect(m.fpDiv(FLOAT32, mode, x, x)).toBe(one);
    expect(m.fpLt(FLOAT32, m.fpMul(FLOAT32, mode, x, y), three as Term)).toBe(m.or(c, d));
  });
});
