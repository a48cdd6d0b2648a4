/**
 * Memory that loops and recursions change is arbitrary but for invariants and
 * contracts that are guessed from templates and proved inductive (Houdini:
 * Flanagan, Leino, FME 2001).
 */
import {
  type ContractHints,
  type EngineAnswer,
  observedContracts,
  proveInductively,
} from "../analysis/index.ts";

import { claimOf, proofOf } from "./claim.ts";
import { safetyOfOneThread, type Technique, type TimeBudget } from "./technique.ts";

/** With less, recursive functions are not tried out: that alone may take half a second. */
const SECONDS_FOR_LAWS = 1;

export const induction: Technique = {
  id: "induction",
  title: "loop invariants",
  source: "Houdini: Flanagan, Leino, FME 2001",
  direction: "proof",
  lane: "proof",
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
    const prove = (contracts: ContractHints, budget: TimeBudget): EngineAnswer =>
      proveInductively(program, {
        ...claimOf(task, { ...context, budget }),
        contracts,
        confirm: () => false,
      });
    const { budget } = context;
    const seconds = budget.remainingSeconds();
    const laws = seconds < SECONDS_FOR_LAWS ? new Map() : observedContracts(program, "laws");
    const first = laws.size === 0 ? budget : budget.part(seconds / 2);
    let answer = prove(observedContracts(program, "tables"), first);
    if (answer.kind === "unknown" && laws.size > 0) answer = prove(laws, budget);
    if (answer.kind === "unknown") context.onInvariants?.(answer.invariants ?? []);
    return proofOf(answer, "every loop has an inductive invariant that suffices");
  },
};
