/**
 * The program as constrained Horn clauses (Grebenshchikov, Lopes, Popeea,
 * Rybalchenko, PLDI 2012), solved over mathematical integers by Spacer
 * (Komuravelli, Gurfinkel, Chaki, CAV 2014); solutions are candidates for induction.
 */
import { INVARIANTS } from "./proofs/horn-proof.ts";
import { proveByHorn } from "./proofs/prove-by-horn.ts";
import { reachSafetyOfOneThread, type Technique } from "./technique.ts";

export const hornClauses: Technique = {
  id: "horn-clauses",
  title: "Horn clauses",
  source:
    "Grebenshchikov, Lopes, Popeea, Rybalchenko, PLDI 2012; Komuravelli, Gurfinkel, Chaki, CAV 2014",
  direction: "proof",
  provesBy: "symbolic",
  grounds: {
    true: "as `induction`, with candidates from a solution of the program's Horn clauses",
  },
  defaultShare: 0,
  configurations: [
    {
      name: "horn-clauses",
      description:
        "invariants and contracts over mathematical integers (Spacer), checked over bit-vectors",
    },
  ],
  supports: reachSafetyOfOneThread,
  run: (task, context) => proveByHorn(task, context, INVARIANTS),
};
