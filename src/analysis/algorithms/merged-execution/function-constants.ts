/** Numbers at which a function changes its behaviour, for candidates of invariants. */
import { expressionsOf, type FunctionCfa, forEachSubexpression } from "../../../cfa/index.ts";

/** The integer constants on the edges of a function; where it negates, the least number, which alone has no negation. */
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
