/**
 * Termination by ranking functions (Turing 1949; lexicographic, as in Bradley, Manna, Sipma, CAV
 * 2005) that an inductive proof finds and checks, or by unrolling that comes to an end.
 */
import {
  checkBounded,
  proveTermination,
  proveTerminationBySteps,
  tabulatedContracts,
} from "../analysis/index.ts";
import { asksOnlyFor, type Specification } from "../specification/index.ts";
import { claimOf } from "./claim.ts";
import { type ProgramFacts, propertyText, type Technique } from "./technique.ts";

/** Of the time, for measures; the rest is for unrolling. */
const MEASURES_SHARE = 0.55;
/** Of the time that is left then, for measures of all loops together. */
const COMMON_SHARE = 0.3;

export const termination: Technique = {
  id: "termination",
  title: "ranking functions",
  source: "Bradley, Manna, Sipma, CAV 2005; Cook, Podelski, Rybalchenko, PLDI 2006",
  direction: "proof",
  lane: "proof",
  provesBy: "symbolic",
  grounds: {
    true: "a measure was proved to fall in every iteration of every loop, or no loop and no recursion goes on when it is unrolled far enough",
  },
  defaultShare: 1,
  briefSeconds: 4,
  capSeconds: 600,
  configurations: [
    {
      name: "termination",
      description: "proofs of termination by ranking functions, and by unrolling",
    },
  ],
  supports: terminationOfOneThread,
  run: (task, context) => {
    context.onProgress("ranking functions");
    const claim = { ...claimOf(task, context), confirm: () => false };
    const { budget } = context;
    const part = budget.part(budget.remainingSeconds() * MEASURES_SHARE);
    const ranked = proveTermination(task.program, {
      ...claim,
      remainingSeconds: () => part.remainingSeconds(),
      contracts: tabulatedContracts(task.program),
    });
    if (ranked.kind === "true") {
      const reason = "every loop has a measure that falls";
      return { kind: "true", reason, invariants: ranked.invariants };
    }
    context.onProgress("ranking functions of all loops together");
    const rest = budget.part(budget.remainingSeconds() * COMMON_SHARE);
    const together = proveTerminationBySteps(task.program, {
      ...claim,
      remainingSeconds: () => rest.remainingSeconds(),
    });
    if (together.kind === "true") {
      const reason = "the loops have a common measure that falls";
      return { kind: "true", reason, invariants: together.invariants };
    }
    const { lemmas: _, ...unaided } = claim;
    const unrolled = checkBounded(task.program, {
      ...unaided,
      specification: {
        ...task.specification,
        execution: { ...task.specification.execution, overflow: "wrap" },
      },
      onPhase: (bound) => context.onProgress(`unrolling, bound ${bound}`),
    });
    if (unrolled.kind === "true") {
      return { kind: "true", reason: "every execution was followed to its end", invariants: [] };
    }
    const reasons = [ranked, together, unrolled].flatMap((answer) =>
      answer.kind === "unknown" ? answer.reason : [],
    );
    return { kind: "unknown", reason: reasons.join("; ") };
  },
};

/** Of techniques that follow one thread for ever, or prove that it ends. */
export function terminationOfOneThread(
  specification: Specification,
  { createsThreads }: ProgramFacts,
): string | undefined {
  if (createsThreads) return "programs with threads";
  return asksOnlyFor(specification, "cycle") ? undefined : propertyText(specification);
}
