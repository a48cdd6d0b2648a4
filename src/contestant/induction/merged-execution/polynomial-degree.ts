/** Chooses the degree of guessed equations between the variables of a program. */
import { type CfaProgram, expressionsOf, forEachSubexpression } from "../../cfa/index.ts";

const HIGHEST_DEGREE = 6;

/** Products of variables lead to polynomials. */
export function polynomialDegree(program: CfaProgram): number {
  return multipliesVariables(program) ? HIGHEST_DEGREE : 1;
}

/** Whether the program's own text multiplies integers neither of which is constant. */
function multipliesVariables(program: CfaProgram): boolean {
  let found = false;
  for (const { isLibrary, nodes } of program.functions.values()) {
    if (isLibrary) continue;
    for (const expression of nodes.flatMap(({ leaving }) => leaving).flatMap(expressionsOf)) {
      forEachSubexpression(expression, (part) => {
        if (part.kind !== "binary" || part.operator !== "mul" || part.type.kind !== "int") return;
        if (part.left.kind !== "integer" && part.right.kind !== "integer") found = true;
      });
    }
  }
  return found;
}
