/**
 * SMT-LIB 2.6 text of assertions, for inspection and for other solvers. One definition per term:
 * nothing is nested deeply. Floating-point results are fresh bit-vectors, because the theory has no
 * function back to bits.
 */

import { isFloatOperator, ROUNDING_MODE_WIDTH } from "../../src/contestant/smt/operator.ts";
import type { Term } from "../../src/contestant/smt/term-table.ts";
import type { FloatFormat } from "../../src/ground/util/ieee-float.ts";
import { floatNaN } from "../../src/ground/util/ieee-float.ts";

const FUNCTIONS: Partial<Record<Term["op"], string>> = {
  neg: "bvneg",
  add: "bvadd",
  mul: "bvmul",
  udiv: "bvudiv",
  urem: "bvurem",
  sdiv: "bvsdiv",
  srem: "bvsrem",
  shl: "bvshl",
  lshr: "bvlshr",
  ashr: "bvashr",
  ult: "bvult",
  slt: "bvslt",
  eq: "=",
  fpAdd: "fp.add",
  fpMul: "fp.mul",
  fpDiv: "fp.div",
  fpRem: "fp.rem",
  fpSqrt: "fp.sqrt",
  fpFma: "fp.fma",
  fpRoundToIntegral: "fp.roundToIntegral",
  fpEq: "fp.eq",
  fpLt: "fp.lt",
  fpLe: "fp.leq",
};

const ROUNDING = ["RNE", "RNA", "RTP", "RTN", "RTZ"] as const;

/**
 * A script that ends in `(check-sat)`. fpToSigned and fpToUnsigned are left
 * unspecified out of range, and fpFmod is an uninterpreted function: such
 * scripts have more models than the assertions.
 */
export function toSmtLib(assertions: readonly Term[]): string {
  const lines = ["(set-logic ALL)"];
  for (const term of inOrder(assertions)) lines.push(...definition(term));
  for (const term of assertions) lines.push(`(assert ${nameOf(term)})`);
  lines.push("(check-sat)");
  return `${lines.join("\n")}\n`;
}

/** All terms that are reachable, arguments first. */
function inOrder(roots: readonly Term[]): Term[] {
  const found = new Set<Term>(roots);
  for (const term of found) for (const arg of term.args) found.add(arg);
  return [...found].sort((a, b) => a.id - b.id);
}

function sortOf(width: number): string {
  return width === 0 ? "Bool" : `(_ BitVec ${width})`;
}

function nameOf(term: Term): string {
  if (term.op === "variable") return `|${(term.name as string).replace(/[|\\]/g, "_")}|`;
  if (term.op !== "constant") return `t${term.id}`;
  return term.width === 0 ? String(term.value === 1n) : bits(term.width, term.value);
}

function bits(width: number, value: bigint): string {
  return `#b${value.toString(2).padStart(width, "0")}`;
}

function definition(term: Term): string[] {
  const { op, width } = term;
  if (op === "constant") return [];
  if (op === "variable") return [`(declare-const ${nameOf(term)} ${sortOf(width)})`];
  if (isFloatOperator(op)) return floatDefinition(term);
  return [`(define-fun ${nameOf(term)} () ${sortOf(width)} ${application(term)})`];
}

function application(term: Term): string {
  const { op, width, args } = term;
  const names = args.map(nameOf).join(" ");
  const padding = width - (args[0]?.width ?? 0);
  switch (op) {
    case "extract":
      return `((_ extract ${term.high} ${term.low}) ${names})`;
    case "zeroExtend":
      return `((_ zero_extend ${padding}) ${names})`;
    case "signExtend":
      return `((_ sign_extend ${padding}) ${names})`;
    default:
      return `(${FUNCTIONS[op] ?? op} ${names})`;
  }
}

function floatDefinition(term: Term): string[] {
  const { op, width, args, format } = term;
  const name = nameOf(term);
  const declaration = `(declare-const ${name} ${sortOf(width)})`;
  const [first, second] = args as [Term, Term];
  switch (op) {
    case "fpEq":
    case "fpLt":
    case "fpLe": {
      const operands = args.map((arg) => asFloat(format, nameOf(arg))).join(" ");
      return [`(define-fun ${name} () Bool (${FUNCTIONS[op]} ${operands}))`];
    }
    case "fpToSigned":
    case "fpToUnsigned": {
      const conversion = op === "fpToSigned" ? "fp.to_sbv" : "fp.to_ubv";
      const operand = asFloat(format, nameOf(second));
      return [
        `(define-fun ${name} () ${sortOf(width)} ((_ ${conversion} ${width}) ${rounding(first)} ${operand}))`,
      ];
    }
    case "fpFmod": {
      const sort = sortOf(width);
      return [
        `(declare-fun fmod${term.id} (${sort} ${sort}) ${sort})`,
        `(define-fun ${name} () ${sort} (fmod${term.id} ${args.map(nameOf).join(" ")}))`,
      ];
    }
    case "fpToFp":
    case "signedToFp":
    case "unsignedToFp": {
      const target = term.resultFormat;
      const operand = op === "fpToFp" ? asFloat(format, nameOf(second)) : nameOf(second);
      const conversion = `(_ to_fp${op === "unsignedToFp" ? "_unsigned" : ""} ${parameters(target)})`;
      return [
        declaration,
        ...equation(target, name, `(${conversion} ${rounding(first)} ${operand})`),
      ];
    }
    default: {
      const hasMode = op !== "fpRem";
      const operands = args.map((arg, i) =>
        hasMode && i === 0 ? rounding(arg) : asFloat(format, nameOf(arg)),
      );
      return [declaration, ...equation(format, name, `(${FUNCTIONS[op]} ${operands.join(" ")})`)];
    }
  }
}

/** The bits `name` hold the float `value`, canonically if it is a NaN. */
function equation(format: FloatFormat, name: string, value: string): string[] {
  const width = format.exponentBits + format.significandBits;
  return [
    `(assert (= ${asFloat(format, name)} ${value}))`,
    `(assert (=> (fp.isNaN ${value}) (= ${name} ${bits(width, floatNaN(format))})))`,
  ];
}

function parameters(format: FloatFormat): string {
  return `${format.exponentBits} ${format.significandBits}`;
}

function asFloat(format: FloatFormat, name: string): string {
  return `((_ to_fp ${parameters(format)}) ${name})`;
}

function rounding(mode: Term): string {
  if (mode.op === "constant") return ROUNDING[mode.small] ?? "RTZ";
  return ROUNDING.slice(0, 4).reduceRight<string>(
    (rest, name, code) =>
      `(ite (= ${nameOf(mode)} ${bits(ROUNDING_MODE_WIDTH, BigInt(code))}) ${name} ${rest})`,
    "RTZ",
  );
}
