import type { CfaProgram, Expression } from "../model/cfa.ts";
import { expressionsOf } from "../model/edge-expressions.ts";
import { forEachSubexpression } from "../model/expression-properties.ts";

/** The names of all functions that a program, or the library in it, calls or takes the address of. */
export function mentionedFunctions({ globals, functions }: CfaProgram): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (expression: Expression): void =>
    forEachSubexpression(expression, (part) => {
      if (part.kind === "address" && part.target.kind === "function") names.add(part.target.name);
    });
  for (const { initial } of globals) for (const { value } of initial) visit(value);
  for (const { nodes } of functions.values()) {
    for (const edge of nodes.flatMap(({ leaving }) => leaving)) expressionsOf(edge).forEach(visit);
  }
  return names;
}
