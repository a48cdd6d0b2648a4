/** The configurations of the verifier, as data. Each can take part in a competition of its own. */

import type { SearchOrder } from "../analysis/algorithms/symbolic-execution/path-queue.ts";

export type Technique =
  | "single-execution"
  | "random-search"
  | "value-analysis"
  | "input-splitting"
  | "abstract-interpretation"
  | "induction"
  | "k-induction"
  | "horn-clauses"
  | "interpolation"
  | "property-directed-reachability"
  | "symbolic-execution"
  | "bounded-model-checking";

export interface Configuration {
  readonly name: string;
  readonly description: string;
  /**
   * Run one after the other; `share` of the time that is left when the technique starts.
   * What may have all of it comes last when attempts get long.
   */
  readonly techniques: readonly { readonly technique: Technique; readonly share: number }[];
  /** Of symbolic execution, which path is followed next; default: `coverage`. */
  readonly order?: SearchOrder;
  /** Order and shares are only a start: they follow the program's structure (strategy.ts). */
  readonly adapts?: true;
}

export const CONFIGURATIONS: readonly Configuration[] = [
  {
    name: "default",
    description:
      "a short random search, analyses of values, inductive proofs, bounded model checking",
    adapts: true,
    techniques: [
      // Only where the strategy gives it time.
      { technique: "single-execution", share: 0 },
      { technique: "random-search", share: 0.08 },
      { technique: "abstract-interpretation", share: 0.05 },
      { technique: "value-analysis", share: 0.15 },
      { technique: "input-splitting", share: 0.2 },
      { technique: "bounded-model-checking", share: 1 },
      // The same.
      { technique: "property-directed-reachability", share: 0 },
      { technique: "induction", share: 0.35 },
      // The same.
      { technique: "horn-clauses", share: 0 },
    ],
  },
  {
    name: "bmc",
    description: "bounded model checking with growing bounds and unwinding assertions",
    techniques: [{ technique: "bounded-model-checking", share: 1 }],
  },
  {
    name: "value-analysis",
    description:
      "all executions with known values and ranges, told apart by the constants of the program",
    techniques: [{ technique: "value-analysis", share: 1 }],
  },
  {
    name: "abstract-interpretation",
    description: "intervals and equalities, merged at every join, with widening",
    techniques: [{ technique: "abstract-interpretation", share: 1 }],
  },
  {
    name: "induction",
    description: "proofs by loop invariants that are guessed and checked",
    techniques: [{ technique: "induction", share: 1 }],
  },
  {
    name: "k-induction",
    description:
      "base case, forward condition and inductive step for k = 1, 2, 3, …, with the invariants of abstract interpretation",
    techniques: [
      { technique: "abstract-interpretation", share: 0.1 },
      { technique: "k-induction", share: 1 },
    ],
  },
  {
    name: "horn-clauses",
    description:
      "invariants and contracts over mathematical integers (Spacer), checked over bit-vectors",
    techniques: [{ technique: "horn-clauses", share: 1 }],
  },
  {
    name: "interpolation",
    description: "interpolants of bounded executions (Spacer), checked as invariants",
    techniques: [{ technique: "interpolation", share: 1 }],
  },
  {
    name: "pdr",
    description:
      "property-directed reachability over predicates (IC3), its invariants checked over bit-vectors once more",
    techniques: [{ technique: "property-directed-reachability", share: 1 }],
  },
  {
    name: "symbolic-execution",
    description:
      "path by path, first those that lead to what was seldom reached; TRUE when all have ended",
    techniques: [{ technique: "symbolic-execution", share: 1 }],
  },
  {
    name: "symbolic-execution-depth-first",
    description: "the same, the newest path first",
    techniques: [{ technique: "symbolic-execution", share: 1 }],
    order: "depth-first",
  },
  {
    name: "symbolic-execution-breadth-first",
    description: "the same, the oldest path first",
    techniques: [{ technique: "symbolic-execution", share: 1 }],
    order: "breadth-first",
  },
  {
    name: "falsifier",
    description: "concrete execution with random inputs",
    techniques: [{ technique: "random-search", share: 1 }],
  },
];

export function findConfiguration(name: string): Configuration | undefined {
  return CONFIGURATIONS.find((configuration) => configuration.name === name);
}
