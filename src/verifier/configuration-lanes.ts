/**
 * The names of all configurations, with the lanes of their techniques. The thread of a command
 * asks for these only; so it need not load the techniques, which takes longer than an easy
 * verification. A test compares them with the list.
 */
import type { Lane } from "../techniques/index.ts";

export const CONFIGURATION_LANES: Readonly<Record<string, readonly Lane[]>> = {
  default: ["falsification", "proof"],
  race: ["proof"],
  "thread-values": ["proof"],
  "thread-modular": ["proof"],
  explore: ["proof"],
  sequentialise: ["proof"],
  falsifier: ["falsification"],
  "novelty-search": ["falsification"],
  "abstract-interpretation": ["proof"],
  "value-analysis": ["proof"],
  "arbitrary-memory": ["proof"],
  shape: ["proof"],
  bmc: ["falsification"],
  pdr: ["proof"],
  "predicate-abstraction": ["proof"],
  "predicate-abstraction-cartesian": ["proof"],
  "predicate-abstraction-calls": ["proof"],
  "predicate-abstraction-single-block": ["proof"],
  "block-memo": ["proof"],
  "block-memo-values": ["proof"],
  impact: ["proof"],
  "trace-abstraction": ["proof"],
  "affine-relations": ["proof"],
  induction: ["proof"],
  "horn-clauses": ["proof"],
  interpolation: ["proof"],
  "k-induction": ["proof"],
  "symbolic-execution": ["falsification"],
  "symbolic-execution-depth-first": ["falsification"],
  "symbolic-execution-breadth-first": ["falsification"],
  "non-termination": ["falsification"],
  termination: ["proof"],
};
