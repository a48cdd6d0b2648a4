import type { Technique } from "./configurations.ts";

/**
 * By what code a proof covers all executions: the interpreter, which follows the only one; the
 * domains of values; or symbolic execution with a solver. A second opinion asks another one.
 * All of them start from the same CFA, and `values` and `symbolic` share what an edge means.
 */
export type Ground = "execution" | "values" | "symbolic";

const GROUNDS: Readonly<Record<Technique, Ground>> = {
  "single-execution": "execution",
  "random-search": "execution",
  "value-analysis": "values",
  "abstract-interpretation": "values",
  "input-splitting": "values",
  induction: "symbolic",
  "k-induction": "symbolic",
  "horn-clauses": "symbolic",
  interpolation: "symbolic",
  "property-directed-reachability": "symbolic",
  "symbolic-execution": "symbolic",
  "bounded-model-checking": "symbolic",
};

export function groundOf(technique: Technique): Ground {
  return GROUNDS[technique];
}
