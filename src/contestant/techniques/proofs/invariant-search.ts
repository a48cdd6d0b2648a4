/**
 * Proofs with invariants that a search over the transition system of a program finds. They are
 * checked again, step by step over the terms of the system. Where this fails, they become
 * candidates for the inductive proof of contestant/induction. Violations count only after a replay.
 */

import type { LoopInvariants } from "../../analysis-core/index.ts";
import { type CfaNode, type CfaProgram, pointerType } from "../../cfa/index.ts";
import { type InductionOptions, proveInductively } from "../../induction/index.ts";
import { type Term, TermManager, UnsupportedFloatOperator } from "../../smt/index.ts";
import type { EngineAnswer, LocationLemmas } from "../../symbolic/index.ts";
import {
  type BlockEnds,
  clauseExpression,
  type Location,
  type LocationStates,
  NoTransitionSystem,
  provesBySteps,
  stepsOf,
  type TransitionSystem,
} from "../../transition-systems/index.ts";

import type { TimeBudget } from "../technique.ts";

export interface InvariantSearchOptions {
  readonly claim: Omit<InductionOptions, "remainingSeconds">;
  readonly budget: TimeBudget;
  readonly onProgress: (message: string) => void;
  /** The ends of one step of the transition system; default: loop heads. */
  readonly blockEnds?: BlockEnds;
}

/** The answer of a search; clauses are disjunctions over the variables of their location. */
export type SearchAnswer =
  | {
      readonly kind: "invariant";
      readonly clauses: ReadonlyMap<Location, readonly (readonly Term[])[]>;
      /**
       * The states from which the clauses were made; default: the clauses themselves, which hold
       * elsewhere, too.
       */
      readonly states?: LocationStates;
    }
  | { readonly kind: "violation" }
  | {
      readonly kind: "unknown";
      readonly reason: string;
      /** Unproved conditions that may hold. */
      readonly guesses?: ReadonlyMap<Location, readonly (readonly Term[])[]>;
    };

export type InvariantSearch = (
  manager: TermManager,
  system: TransitionSystem,
  remainingSeconds: () => number,
) => SearchAnswer;

/** Share of the time for the search; the rest is for the check of its result. */
const SEARCH_SHARE = 0.85;
/** Share of the remaining time for the check step by step. */
const CHECK_SHARE = 0.7;

export function proveByInvariantSearch(
  program: CfaProgram,
  options: InvariantSearchOptions,
  search: InvariantSearch,
): EngineAnswer {
  const { claim, budget, onProgress } = options;
  const found = candidatesOf(program, options, search);
  if ("kind" in found) return found;
  const { lemmas, unfinished } = found;
  const invariants: LoopInvariants[] = [];
  let answer: EngineAnswer = { kind: "unknown", reason: "time limit" };
  for (const guessesNothing of unfinished === undefined ? [true, false] : [true]) {
    if (budget.isExhausted) break;
    onProgress(`checking ${guessesNothing ? "the" : "and completing the"} invariants in place`);
    answer = proveInductively(program, {
      ...claim,
      remainingSeconds: () => budget.remainingSeconds(),
      confirm: () => false,
      locationLemmas: lemmas,
      guessesNothing,
    });
    if (answer.kind === "true") return answer;
    if (answer.kind === "unknown") invariants.push(...(answer.invariants ?? []));
  }
  const reason = answer.kind === "unknown" ? answer.reason : "no proof";
  return {
    kind: "unknown",
    reason: unfinished ?? `invariants were found, but: ${reason}`,
    invariants,
  };
}

/** Candidates for invariants by loop head. */
interface SearchCandidates {
  readonly lemmas: ReadonlyMap<CfaNode, readonly LocationLemmas[]>;
  /** Why the search did not finish, where the candidates are guesses. */
  readonly unfinished: string | undefined;
}

/** Returns the candidates, where they are not proved at once, or the final answer. */
function candidatesOf(
  program: CfaProgram,
  { claim, budget, onProgress, blockEnds }: InvariantSearchOptions,
  search: InvariantSearch,
): EngineAnswer | SearchCandidates {
  const manager = new TermManager();
  const part = budget.part(budget.remainingSeconds() * SEARCH_SHARE);
  const remainingSeconds = (): number => part.remainingSeconds();
  try {
    const system = stepsOf(program, manager, {
      ...claim.specification.execution,
      classify: claim.specification.classify,
      checkBudget: () => {
        if (remainingSeconds() <= 0) throw new NoTransitionSystem("time limit");
      },
      blockEnds: blockEnds ?? "loop-heads",
    });
    const answer = search(manager, system, remainingSeconds);
    if (answer.kind === "violation") return { kind: "false" };
    if (answer.kind === "unknown") {
      const { reason, guesses = new Map() } = answer;
      const lemmas = lemmasOf(program, manager, guesses);
      return lemmas.size === 0 ? { kind: "unknown", reason } : { lemmas, unfinished: reason };
    }
    onProgress("checking the invariants");
    const lemmas = lemmasOf(program, manager, answer.clauses);
    const check = budget.part(budget.remainingSeconds() * CHECK_SHARE);
    const isProved = provesBySteps(
      manager,
      system,
      answer.states ?? statesOf(manager, system, answer.clauses),
      {
        createSatSolver: claim.createSatSolver,
        remainingSeconds: () => check.remainingSeconds(),
      },
    );
    return isProved
      ? { kind: "true", invariants: saidOf(lemmas) }
      : { lemmas, unfinished: undefined };
  } catch (error) {
    const isExpected =
      error instanceof NoTransitionSystem || error instanceof UnsupportedFloatOperator;
    if (!isExpected) throw error;
    return { kind: "unknown", reason: error.message };
  }
}

/** Returns the candidates for loops, clause by clause. */
function lemmasOf(
  program: CfaProgram,
  manager: TermManager,
  clauses: ReadonlyMap<Location, readonly (readonly Term[])[]>,
): ReadonlyMap<CfaNode, readonly LocationLemmas[]> {
  const pointer = pointerType(program.machine.pointerBits / 8);
  const lemmas = new Map<CfaNode, readonly LocationLemmas[]>();
  for (const [location, found] of clauses) {
    const { node, isLoopHead, variables } = location;
    if (node === undefined || !isLoopHead) continue;
    const conditions = found.map((literals) => ({
      term: manager.or(...literals),
      inC: clauseExpression(literals, variables, pointer)?.inC,
    }));
    lemmas.set(node, [...(lemmas.get(node) ?? []), { location, manager, conditions }]);
  }
  return lemmas;
}

/** Returns the candidates for loops that can be expressed in C. */
function saidOf(
  lemmas: ReadonlyMap<CfaNode, readonly LocationLemmas[]>,
): readonly LoopInvariants[] {
  return [...lemmas].flatMap(([node, all]) =>
    all.map(({ conditions }) => ({ node, invariants: conditions.flatMap(({ inC }) => inC ?? []) })),
  );
}

function statesOf(
  manager: TermManager,
  { locations }: TransitionSystem,
  clauses: ReadonlyMap<Location, readonly (readonly Term[])[]>,
): LocationStates {
  return new Map(
    locations.map((location) => {
      const all = (clauses.get(location) ?? []).map((literals) => manager.or(...literals));
      return [location, [manager.and(...all)]];
    }),
  );
}
