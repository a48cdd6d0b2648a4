/**
 * Tests whether two places overlap that are written, or written and read, in no order, at the start
 * of the expression.
 *
 * The test computes both addresses from the memory before any effect of the expression. As long as
 * no two such places overlap, these are their addresses: the first access in any order to another
 * place, or to another value, would have accessed memory that an earlier one had written.
 */
import { type Expression as Ast, integerPromote, isInteger, sizeOf } from "../../cfront/index.ts";
import type { Expression } from "../model/cfa.ts";
import { binary, compare, integer, offsetBy } from "../model/expressions.ts";
import { INT, isBool } from "../model/value-types.ts";
import type { PlacePair } from "./accesses.ts";
import type { Lowering } from "./lowering.ts";
import { mayHaveEffects } from "./side-effects.ts";

/** Maximal number of distinguished distances between two places. */
const MAX_DISTANCES = 16;

/** A condition of type `int`, or undefined where it cannot be computed without an effect. */
export function overlapTest(
  lower: Lowering,
  { places, areAlike }: PlacePair,
): Expression | undefined {
  // A test reads memory that other threads may write.
  if (lower.names.hasThreads) return undefined;
  const [a, b] = places.map((place) => addressBefore(lower, place));
  const [size, otherSize] = places.map(({ type }) => sizeOf(type));
  if (a === undefined || b === undefined) return undefined;
  if (areAlike) return compare("eq", a, b);
  if (size === undefined || otherSize === undefined) return undefined;
  if (size + otherSize - 1 > MAX_DISTANCES) return undefined;
  let test: Expression = integer(INT, 0);
  for (let distance = 1 - otherSize; distance < size; distance++) {
    test = binary("or", INT, compare("eq", offsetBy(a, distance), b), test);
  }
  return test;
}

function addressBefore(lower: Lowering, place: Ast): Expression | undefined {
  const bare = withoutEffects(lower, place);
  if (bare === undefined) return undefined;
  const found = lower.attempt(bare, () => lower.place(bare));
  return found?.bitField === undefined ? found?.address : undefined;
}

/** Returns an expression with the same value or place, if nothing changes meanwhile. */
function withoutEffects(lower: Lowering, e: Ast): Ast | undefined {
  if (!mayHaveEffects(e)) return e;
  switch (e.kind) {
    case "member": {
      const base = withoutEffects(lower, e.base);
      return base && { ...e, base };
    }
    case "decay":
    case "cast":
    case "unary": {
      const operand = withoutEffects(lower, e.operand);
      return operand && { ...e, operand };
    }
    case "binary": {
      if (e.operator === "&&" || e.operator === "||") return undefined;
      const left = withoutEffects(lower, e.left);
      const right = withoutEffects(lower, e.right);
      return left && right && { ...e, left, right };
    }
    case "increment": {
      const operand = withoutEffects(lower, e.operand);
      return operand && (e.position === "postfix" ? operand : next(lower, e, operand));
    }
    default:
      return undefined;
  }
}

/** The operand plus or minus one. */
function next(
  { types }: Lowering,
  { type, operator, range }: Ast & { readonly kind: "increment" },
  operand: Ast,
): Ast | undefined {
  const isBitField = operand.kind === "member" && operand.field.bitWidth !== undefined;
  if (isBitField || isBool(type) || !(isInteger(type) || type.kind === "pointer")) return undefined;
  const computation = isInteger(type) ? integerPromote(type, types) : type;
  const converted = (to: typeof computation, value: Ast): Ast => ({
    kind: "cast",
    implicit: true,
    type: to,
    operand: value,
    range,
  });
  const one: Ast = { kind: "integer", type: types.int, value: 1n, range };
  const left = converted(computation, operand);
  const right = isInteger(computation) ? converted(computation, one) : one;
  const sum: Ast = {
    kind: "binary",
    operator: operator === "++" ? "+" : "-",
    type: computation,
    left,
    right,
    range,
    operatorRange: range,
  };
  return converted(type as typeof computation, sum);
}
