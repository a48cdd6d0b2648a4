/**
 * Property-directed reachability (Bradley: "SAT-based model checking without unrolling", VMCAI
 * 2011) over predicates; the blocking clauses are candidates for induction.
 */
import { checkReachability } from "../transition-systems/index.ts";
import { Candidates, replaySteps } from "./candidates.ts";
import { claimOf } from "./claim.ts";
import { proveByInvariantSearch } from "./proofs/invariant-search.ts";
import { reachSafetyOfOneThread, type Technique } from "./technique.ts";

export const propertyDirectedReachability: Technique = {
  id: "property-directed-reachability",
  title: "property-directed reachability",
  source: "Bradley, VMCAI 2011",
  direction: "both",
  provesBy: "symbolic",
  grounds: {
    false: "a path of steps has a model that was replayed",
    true: "a fixpoint of IC3 holds at every loop head, as was checked step by step, and allows no violation; or as `induction`, with candidates from it",
  },
  defaultShare: 0,
  configurations: [
    {
      name: "pdr",
      description:
        "property-directed reachability over predicates (IC3), its invariants checked over bit-vectors once more",
    },
  ],
  supports: reachSafetyOfOneThread,
  run: (task, context) => {
    const { budget, onProgress } = context;
    const candidates = new Candidates(task, replaySteps(budget, task));
    const { remainingSeconds: _, lemmas: __, ...claim } = claimOf(task, context);
    const { createSatSolver } = context;
    const { confirm } = candidates;
    const answer = proveByInvariantSearch(
      task.program,
      { claim: { ...claim, confirm }, budget, onProgress },
      (manager, system, remainingSeconds) =>
        checkReachability(manager, system, {
          createSatSolver,
          remainingSeconds,
          confirm,
          onLevel: (level, predicates) =>
            onProgress(`property-directed reachability, ${level} steps, ${predicates} predicates`),
        }),
    );
    if (answer.kind === "unknown") context.onInvariants?.(answer.invariants ?? []);
    if (answer.kind !== "true") return candidates.answer(answer);
    const reason = "loops have inductive invariants that suffice";
    return { kind: "true", reason, invariants: answer.invariants };
  },
};
