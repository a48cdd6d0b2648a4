/**
 * Termination by ranking functions (Turing 1949; lexicographic, as in Bradley, Manna, Sipma, CAV
 * 2005) that an inductive proof finds and checks, by decreasing lengths of lists in a shape
 * analysis (Bouajjani, Bozga, Habermehl, Iosif, Moro, Vojnar, CAV 2006), or by complete unrolling.
 */

import { proveListTermination } from "../abstract-interpretation/index.ts";
import { checkBounded, ObservedContracts, proveTermination } from "../induction/index.ts";
import { asksOnlyFor, type Specification } from "../specification/index.ts";
import type { EngineAnswer } from "../symbolic/index.ts";
import { proveTerminationBySteps } from "../transition-systems/index.ts";
import { claimOf } from "./claim.ts";
import {
  type AnalysisResult,
  type ProgramFacts,
  propertyText,
  type Technique,
  type TechniqueContext,
  type TechniqueTask,
} from "./technique.ts";

/**
 * Shares of the remaining time for simple ranking functions, for those of all loops together, and
 * for others; the rest is for unrolling.
 */
const SIMPLE_SHARE = 0.3;
const COMMON_SHARE = 0.35;
const RANKINGS_SHARE = 0.6;
/** Share of all time for lengths of lists, which are found soon or never. */
const LISTS_SHARE = 0.25;

export const termination: Technique = {
  id: "termination",
  title: "ranking functions",
  source:
    "Bradley, Manna, Sipma, CAV 2005; Cook, Podelski, Rybalchenko, PLDI 2006; Brockschmidt, Cook, Fuhs, CAV 2013",
  direction: "proof",
  provesBy: "symbolic",
  grounds: {
    true: "a ranking function decreases in every iteration of every loop, or on every path between loop heads; or one of several decreases between any two visits of a loop head; or lists get shorter in complete symbolic memory graphs; or no loop and no recursion goes on when it is unrolled far enough",
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
    const claim = { ...claimOf(task, context), confirm: () => false };
    const { budget } = context;
    const shaped = listsEnd(task, context);
    if (shaped !== undefined) return shaped;
    const within = (share: number): { readonly remainingSeconds: () => number } => {
      const part = budget.part(budget.remainingSeconds() * share);
      return { remainingSeconds: () => part.remainingSeconds() };
    };
    const measured = (share: number, effort: "little" | "much"): EngineAnswer => {
      context.onProgress("ranking functions");
      const contracts = ObservedContracts.ofProgram(task.program).of(
        effort === "little" ? "tables" : "laws",
      );
      return proveTermination(task.program, { ...claim, ...within(share), contracts }, { effort });
    };
    const common = (): EngineAnswer => {
      context.onProgress("ranking functions of all loops together");
      return proveTerminationBySteps(task.program, { ...claim, ...within(COMMON_SHARE) });
    };
    const reasons: string[] = [];
    for (const [reason, attempt] of [
      ["every loop has a ranking function", () => measured(SIMPLE_SHARE, "little")],
      ["the loops have a common ranking function", common],
      ["every loop has a ranking function", () => measured(RANKINGS_SHARE, "much")],
    ] as const) {
      const answer = attempt();
      if (answer.kind === "true") return { kind: "true", reason, invariants: answer.invariants };
      if (answer.kind === "unknown") reasons.push(answer.reason);
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
    if (unrolled.kind === "unknown") reasons.push(unrolled.reason);
    return { kind: "unknown", reason: [...new Set(reasons)].join("; ") };
  },
};

/** Proves termination by the lengths of lists, where shape analysis models all of memory. */
function listsEnd(
  { program, specification }: TechniqueTask,
  { budget, onProgress }: TechniqueContext,
): AnalysisResult | undefined {
  onProgress("lengths of lists");
  const part = budget.part(budget.remainingSeconds() * LISTS_SHARE);
  const proof = proveListTermination(program, specification, () => part.remainingSeconds());
  if (proof === undefined) return undefined;
  const reason = "in every loop a list gets shorter, or numbers come closer to a limit";
  return { kind: "true", reason, ...proof };
}

/** The restriction of techniques that follow one thread for ever, or prove that it terminates. */
export function terminationOfOneThread(
  specification: Specification,
  { createsThreads }: ProgramFacts,
): string | undefined {
  if (createsThreads) return "programs with threads";
  return asksOnlyFor(specification, "cycle") ? undefined : propertyText(specification);
}
