/** Numbers at which a function changes its behaviour, for candidates of invariants. */
import { expressionsOf, type FunctionCfa, forEachSubexpression } from "../../cfa/index.ts";

/**
 * The integer constants on the edges of a function; where it negates, also the least number, the only one without a
 * negation.
 */
export function integerConstantsOf(fn: FunctionCfa): readonly bigint[] {
  const found = new Set<bigint>();
  for (const expression of fn.nodes.flatMap(({ leaving }) => leaving).flatMap(expressionsOf)) {
    forEachSubexpression(expression, (part) => {
      if (part.type.kind !== "int") return;
      if (part.kind === "integer") found.add(part.value);
      const isNegation = part.kind === "unary" && part.operator === "negate";
      if (isNegation && part.type.signed) found.add(-(2n ** BigInt(part.type.bits - 1)));
    });
  }
  return [...found];
}

const MAX_DIVISOR = 16n;
const MAX_DIVISORS = 2;

/** Small constants by which a function divides: the remainder may be part of its invariants. */
export function smallDivisorsOf(fn: FunctionCfa): readonly bigint[] {
  const found = new Set<bigint>();
  for (const expression of fn.nodes.flatMap(({ leaving }) => leaving).flatMap(expressionsOf)) {
    forEachSubexpression(expression, (part) => {
      if (part.kind !== "binary" || part.right.kind !== "integer") return;
      const { value } = part.right;
      const isDivision = part.operator === "div" || part.operator === "rem";
      if (isDivision && value > 1n && value <= MAX_DIVISOR) found.add(value);
    });
  }
  return [...found].slice(0, MAX_DIVISORS);
}
