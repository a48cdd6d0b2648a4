/**
 * Induction: memory that loops and recursions change is arbitrary except for invariants and
 * contracts that are guessed from templates and proved inductive (Houdini: Flanagan, Leino, FME
 * 2001).
 */
import { proveInductively } from "../induction/index.ts";
import { claimOf, proofOf } from "./claim.ts";
import { leavesLawsOut, proveWithContracts } from "./contract-attempts.ts";
import { safetyOfOneThread, type Technique } from "./technique.ts";

export const induction: Technique = {
  id: "induction",
  title: "loop invariants",
  source: "Houdini: Flanagan, Leino, FME 2001",
  direction: "proof",
  provesBy: "symbolic",
  grounds: {
    true: "memory that loops and recursions change is arbitrary but for invariants and contracts that were proved inductive, and no violation is satisfiable",
  },
  defaultShare: 0.35,
  briefSeconds: 2,
  capSeconds: 20,
  configurations: [
    {
      name: "induction",
      description: "proofs by loop invariants that are guessed and checked",
    },
  ],
  supports: safetyOfOneThread,
  run: (task, context) => {
    context.onProgress("induction");
    const { program } = task;
    const isPartial = leavesLawsOut(program, context.budget.remainingSeconds());
    const answer = proveWithContracts(program, context.budget, (contracts, budget, areAlone) =>
      proveInductively(program, {
        ...claimOf(task, { ...context, budget }),
        contracts,
        guessesNothing: areAlone,
        confirm: () => false,
      }),
    );
    if (answer.kind === "unknown") context.onInvariants?.(answer.invariants ?? []);
    const result = proofOf(answer, "every loop has an inductive invariant that suffices");
    return result.kind === "unknown" && isPartial ? { ...result, isPartial } : result;
  },
};
