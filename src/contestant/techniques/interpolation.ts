/**
 * Interpolants of executions with few cycles (McMillan: "Interpolation and
 * SAT-based model checking", CAV 2003; sequences: Vizel, Grumberg, FMCAD 2009)
 * as candidates for induction.
 */
import { INTERPOLANTS } from "./proofs/horn-proof.ts";
import { proveByHorn } from "./proofs/prove-by-horn.ts";
import { reachSafetyOfOneThread, type Technique } from "./technique.ts";

export const interpolation: Technique = {
  id: "interpolation",
  title: "interpolation",
  source: "McMillan, CAV 2003; Vizel, Grumberg, FMCAD 2009",
  direction: "proof",
  provesBy: "symbolic",
  grounds: {
    true: "as `induction`, with candidates from interpolants of executions with few cycles",
  },
  configurations: [
    {
      name: "interpolation",
      description: "interpolants of bounded executions (Spacer), checked as invariants",
    },
  ],
  supports: reachSafetyOfOneThread,
  run: (task, context) => proveByHorn(task, context, INTERPOLANTS),
};
