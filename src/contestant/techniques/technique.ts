/** What a technique of the verifier is, and what it gets and returns. One file a technique; index.ts lists them. */

import type { HeadShapes } from "../abstract-interpretation/index.ts";
import type {
  GuardedInvariant,
  LoopInvariants,
  ReachabilityPicture,
} from "../analysis-core/index.ts";
import type { CfaNode, CfaProgram } from "../cfa/index.ts";
import type { Turn } from "../interpreter/index.ts";
import type { HornSolver, SatSolverFactory } from "../smt/index.ts";
import {
  asksOnlyFor,
  isReachSafety,
  isSafetyOfExecutions,
  type Specification,
  specificationText,
  type Violation,
} from "../specification/index.ts";
import type { Assertion, InputChoice, SearchOrder } from "../symbolic/index.ts";
import type { Lasso } from "./search/lasso-search.ts";

/**
 * By what code a proof covers all executions: the interpreter, which follows the only one; the
 * domains of values; or symbolic execution with a solver. A second opinion asks another one.
 * All of them start from the same CFA, and `values` and `symbolic` share what an edge means.
 */
export type Ground = "execution" | "values" | "symbolic";

export interface Technique {
  readonly id: string;
  readonly title: string;
  /** Papers, or the idea in a sentence where there is none. */
  readonly source: string;
  /** What it may say: FALSE, TRUE, or both. */
  readonly direction: "falsification" | "proof" | "both";
  /** Whether it never asks a SAT solver: it may start before one is loaded. */
  readonly needsNoSolver?: true;
  /** Absent when no other code could give a second opinion. */
  readonly provesBy?: Ground;
  /** On which ground it says so, for the table in docs/techniques.md. */
  readonly grounds: { readonly true?: string; readonly false?: string };
  /**
   * Of the time that is left when it starts, in the configuration `default`; 0: only where the
   * strategy gives it time; absent: it takes no part there. What may have all of it comes last when
   * attempts get long.
   */
  readonly defaultShare?: number;
  /**
   * CPU seconds of an attempt before all brief ones: half of the programs that it decides at all take it no longer; absent: there
   * is none, and none of what comes after it in the plan.
   */
  readonly momentSeconds?: number;
  /** CPU seconds of a brief attempt, for what decides a program in a moment when it decides it at all; absent: there is none. */
  readonly briefSeconds?: number;
  /** CPU seconds that are enough for the second attempt in `default`. */
  readonly capSeconds?: number;
  /** Configurations in which it is the last technique. */
  readonly configurations?: readonly TechniqueConfiguration[];
  /**
   * Whether every attempt begins anew, without chance and without what others have told: one with no more time than an
   * earlier one ends no better.
   */
  readonly beginsAnew?: true;
  /** Whether it takes part in every configuration whose own techniques cannot decide the task. */
  readonly isFallback?: true;
  /** Why it cannot decide such tasks; undefined when it can. */
  readonly supports: (specification: Specification, facts: ProgramFacts) => string | undefined;
  readonly run: (task: TechniqueTask, context: TechniqueContext) => AnalysisResult;
}

/** A contestant of its own. */
export interface TechniqueConfiguration {
  readonly name: string;
  readonly description: string;
  /** What runs before it, with its share of the time. */
  readonly before?: readonly { readonly technique: string; readonly share: number }[];
  /** Of symbolic execution, which path is followed next; default: `coverage`. */
  readonly order?: SearchOrder;
}

/** What decides whether a technique applies. */
export interface ProgramFacts {
  /** Whether the program calls what creates threads. */
  readonly createsThreads: boolean;
  /** Whether no execution can have a second thread. */
  readonly hasOneThread: boolean;
  /** Whether the program mentions what waits for a lock, a thread or a condition. */
  readonly mayWait: boolean;
}

export interface TechniqueTask {
  readonly program: CfaProgram;
  readonly specification: Specification;
}

/** CPU time of an attempt. */
export interface TimeBudget {
  /** CPU seconds of the whole call so far. */
  usedSeconds(): number;
  remainingSeconds(): number;
  readonly isExhausted: boolean;
  /** For a part that starts now: at most `seconds`, and no more than is left here. */
  part(seconds: number): TimeBudget;
  /** Adds what another process has used. */
  charge(seconds: number): void;
}

export interface TechniqueContext {
  readonly budget: TimeBudget;
  readonly createSatSolver: SatSolverFactory;
  /** Without it, techniques that need it know nothing. */
  readonly solveHorn?: HornSolver;
  /** Of random numbers: another one for every attempt. */
  readonly seed: number;
  readonly order: SearchOrder;
  /** What the last attempt has said of how far it came; absent in the first one. */
  readonly progress?: number;
  /** What others have told of loops: candidates, to be proved before they are used. */
  readonly lemmas?: () => ReadonlyMap<CfaNode, readonly Assertion[]>;
  /** Tells others what is known of loops; absent when nobody listens. */
  readonly onInvariants?: (invariants: readonly LoopInvariants[]) => void;
  readonly onProgress: (message: string) => void;
}

/** What a technique has counted, by names for people. */
export type TechniqueStatistics = Readonly<Record<string, number>>;

export type AnalysisResult = (
  | {
      readonly kind: "true";
      readonly reason: string;
      /** What the proof rests on; a proof by exhaustion needs none. */
      readonly invariants: readonly LoopInvariants[];
      /** What memory looks like at loop heads; of proofs by shapes. */
      readonly shapes?: readonly HeadShapes[];
      /** Of programs with threads: what holds of variables whenever nobody has their locks. */
      readonly guards?: readonly GuardedInvariant[];
      /** Whose loops the invariants speak of, when that is not the program of the task. */
      readonly program?: CfaProgram;
    }
  | {
      readonly kind: "false";
      readonly subproperty: Violation["subproperty"];
      /** What the environment chose: an execution that the interpreter has shown to violate. */
      readonly choices: readonly InputChoice[];
      /** Of a program with threads: which of them ran when. */
      readonly turns?: readonly Turn[];
      /** Of an execution that does not end: what it repeats. */
      readonly lasso?: Lasso;
    }
  | {
      readonly kind: "unknown";
      readonly reason: string;
      /** Whether another attempt with more time would say the same. */
      readonly isLasting?: true;
      /** Whether something was not tried for want of time: a longer attempt may say more. */
      readonly isPartial?: true;
      /** How far it came: another attempt goes on from there. */
      readonly progress?: number;
    }
) & {
  readonly statistics?: TechniqueStatistics;
  /** Of lazy abstraction: what was explored. */
  readonly reached?: ReachabilityPicture;
};

export function propertyText(specification: Specification): string {
  return `property ${specificationText(specification)}`;
}

/** Of techniques that know of one thread, and of what happens to memory. */
export function safetyOfOneThread(
  specification: Specification,
  { createsThreads }: ProgramFacts,
): string | undefined {
  if (createsThreads) return "programs with threads";
  return isSafetyOfExecutions(specification) ? undefined : propertyText(specification);
}

/** Of techniques that know of one thread, and of calls and overflows only. */
export function reachSafetyOfOneThread(
  specification: Specification,
  { createsThreads }: ProgramFacts,
): string | undefined {
  if (createsThreads) return "programs with threads";
  return isReachSafety(specification) ? undefined : propertyText(specification);
}

/**
 * What an operation violates where it is executed. Who proves of programs with threads that no call is reached proves as
 * well that nothing before is undefined.
 */
export function isSafetyOfOperations(specification: Specification): boolean {
  return asksOnlyFor(specification, "call", "overflow", "undefined", "dereference", "free");
}

/** Of techniques that know of several threads: properties whose violations executions show one at a time. */
export function safetyOfThreads(
  specification: Specification,
  { createsThreads }: ProgramFacts,
): string | undefined {
  if (!createsThreads) return "programs without threads";
  const isSupported =
    asksOnlyFor(specification, "call", "overflow", "race") ||
    isSafetyOfExecutions(specification) ||
    asksOnlyFor(specification, "deadlock");
  return isSupported ? undefined : propertyText(specification);
}
