/** Candidates for contracts of recursive functions from other sources, as expressions of the CFA. */
import type { Expression, MemoryObject } from "../../../cfa/index.ts";
import type { Term, TermManager } from "../../../smt/index.ts";

/**
 * A condition on the parameters and globals when a function is called (all that it mentions), and, for `ensures`,
 * on its result.
 */
export interface ContractHint {
  readonly kind: "requires" | "ensures";
  readonly condition: Expression;
  /** The object that denotes the result in the condition. */
  readonly result?: MemoryObject;
  /** The objects that denote static storage as the function leaves it. */
  readonly afterwards?: ReadonlyMap<MemoryObject, MemoryObject>;
}

/** The contract hints of functions, by name. */
export type ContractHints = ReadonlyMap<string, readonly ContractHint[]>;

/**
 * The truth value of a condition over integer variables, given their values. Undefined when a variable has none,
 * and for operations other than comparison, connectives, casts, sums, differences, products, left shifts,
 * remainders and quotients by constants.
 */
export function hintTerm(
  manager: TermManager,
  condition: Expression,
  read: (object: MemoryObject) => Term | undefined,
): Term | undefined {
  const value = valueTerm(manager, condition, read);
  return value && manager.not(manager.eq(value, manager.constant(value.width, 0n)));
}

function valueTerm(
  manager: TermManager,
  expression: Expression,
  read: (object: MemoryObject) => Term | undefined,
): Term | undefined {
  const { type } = expression;
  if (type.kind !== "int") return undefined;
  const inner = (part: Expression): Term | undefined => valueTerm(manager, part, read);
  switch (expression.kind) {
    case "integer":
      return manager.constant(type.bits, BigInt.asUintN(type.bits, expression.value));
    case "load": {
      const { address } = expression;
      if (address.kind !== "address" || address.target.kind === "function") return undefined;
      const value = read(address.target);
      return value?.width === type.bits ? value : undefined;
    }
    case "cast": {
      const value = inner(expression.operand);
      const from = expression.operand.type;
      if (value === undefined || from.kind !== "int") return undefined;
      if (type.bits <= from.bits) return manager.extract(value, type.bits - 1, 0);
      return from.signed
        ? manager.signExtend(value, type.bits)
        : manager.zeroExtend(value, type.bits);
    }
    case "conditional": {
      const test = hintTerm(manager, expression.condition, read);
      const yes = inner(expression.whenTrue);
      const no = inner(expression.whenFalse);
      return test && yes && no && manager.ite(test, yes, no);
    }
    case "compare": {
      const a = inner(expression.left);
      const b = inner(expression.right);
      const of = expression.left.type;
      if (a === undefined || b === undefined || of.kind !== "int") return undefined;
      const atMost = (x: Term, y: Term): Term =>
        of.signed ? manager.sle(x, y) : manager.ule(x, y);
      const truth = {
        eq: () => manager.eq(a, b),
        ne: () => manager.not(manager.eq(a, b)),
        le: () => atMost(a, b),
        ge: () => atMost(b, a),
        lt: () => manager.not(atMost(b, a)),
        gt: () => manager.not(atMost(a, b)),
      }[expression.operator]();
      return manager.ite(truth, manager.constant(type.bits, 1n), manager.constant(type.bits, 0n));
    }
    case "binary": {
      const a = inner(expression.left);
      const b = inner(expression.right);
      if (a === undefined || b === undefined) return undefined;
      switch (expression.operator) {
        case "add":
          return manager.add(a, b);
        case "sub":
          return manager.sub(a, b);
        case "mul":
          return product(manager, a, b);
        case "shl":
          return manager.shl(a, b);
        case "div":
          if (expression.right.kind !== "integer" || expression.right.value <= 0n) return undefined;
          return type.signed ? manager.sdiv(a, b) : manager.udiv(a, b);
        case "rem":
          if (expression.right.kind === "integer" && expression.right.value <= 0n) return undefined;
          return type.signed ? manager.srem(a, b) : manager.urem(a, b);
        default:
          return undefined;
      }
    }
    default:
      return undefined;
  }
}

/**
 * A product without sums as factors: `x * (y - 1)` as `x * y - x`, so that facts about two calls concern one
 * product, and no solver has to multiply.
 */
function product(manager: TermManager, a: Term, b: Term): Term {
  for (const [sum, factor] of [
    [a, b],
    [b, a],
  ] as const) {
    if (sum.op === "add") {
      return sum.args
        .map((part) => product(manager, part, factor))
        .reduce((all, part) => manager.add(all, part));
    }
    if (sum.op === "neg") {
      return manager.neg(product(manager, sum.args[0] as Term, factor));
    }
  }
  return manager.mul(a, b);
}
