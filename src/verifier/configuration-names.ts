/**
 * The names of all configurations. The thread of a command asks for these only; so it need not
 * load the techniques, which takes longer than an easy verification. A test compares them with
 * the list.
 */
export const CONFIGURATION_NAMES: readonly string[] = [
  "default",
  "race",
  "thread-values",
  "thread-modular",
  "explore",
  "sequentialise",
  "falsifier",
  "novelty-search",
  "abstract-interpretation",
  "value-analysis",
  "arbitrary-memory",
  "shape",
  "bmc",
  "pdr",
  "predicate-abstraction",
  "predicate-abstraction-cartesian",
  "predicate-abstraction-calls",
  "predicate-abstraction-single-block",
  "block-memo",
  "block-memo-values",
  "impact",
  "trace-abstraction",
  "affine-relations",
  "induction",
  "horn-clauses",
  "interpolation",
  "k-induction",
  "symbolic-execution",
  "symbolic-execution-depth-first",
  "symbolic-execution-breadth-first",
  "non-termination",
  "termination",
];
