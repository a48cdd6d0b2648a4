/**
 * The interface of a technique of the verifier: its properties, inputs and answers. One file a
 * technique; index.ts lists them.
 */

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
 * The code on which a proof relies: the interpreter, which follows the only execution; the domains
 * of values; or symbolic execution with a solver. A second opinion uses another one. All of them
 * start from the same CFA, and `values` and `symbolic` share the semantics of edges.
 */
export type Ground = "execution" | "values" | "symbolic";

export interface Technique {
  readonly id: string;
  readonly title: string;
  /** Papers, or the idea in a sentence where there is none. */
  readonly source: string;
  /** The verdicts that it may return: FALSE, TRUE, or both. */
  readonly direction: "falsification" | "proof" | "both";
  /** Whether it never asks a SAT solver: it may start before one is loaded. */
  readonly needsNoSolver?: true;
  /** Absent when no other code could give a second opinion. */
  readonly provesBy?: Ground;
  /** The argument for each verdict, for the table in docs/techniques.md. */
  readonly grounds: { readonly true?: string; readonly false?: string };
  /**
   * Share of the time that remains at its start, in the configuration `default`; 0: only where the
   * strategy gives it time; absent: it takes no part there. A technique that may have all of it
   * runs last among long attempts.
   */
  readonly defaultShare?: number;
  /**
   * CPU seconds of an attempt before all brief ones: the median time of the programs that it
   * decides. Absent: there is no such attempt, neither for it nor for the techniques after it in
   * the plan.
   */
  readonly momentSeconds?: number;
  /**
   * CPU seconds of a brief attempt, for techniques that decide a program quickly or not at all;
   * absent: there is none.
   */
  readonly briefSeconds?: number;
  /** CPU seconds that are enough for the second attempt in `default`. */
  readonly capSeconds?: number;
  /** Configurations in which it is the last technique. */
  readonly configurations?: readonly TechniqueConfiguration[];
  /**
   * Whether every attempt restarts, without random choices and without lemmas of other techniques:
   * an attempt with no more time than an earlier one gives no better result.
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
  /** Techniques that run before it, with their shares of the time. */
  readonly before?: readonly { readonly technique: string; readonly share: number }[];
  /** The order of paths in symbolic execution; default: `coverage`. */
  readonly order?: SearchOrder;
}

/** Facts that decide whether a technique applies. */
export interface ProgramFacts {
  /** Whether the program calls functions that create threads. */
  readonly createsThreads: boolean;
  /** Whether no execution can have a second thread. */
  readonly hasOneThread: boolean;
  /** Whether the program mentions operations that wait for a lock, a thread or a condition. */
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
  /**
   * Returns the budget of a part that starts now: at most `seconds`, and no more than is left here.
   */
  part(seconds: number): TimeBudget;
  /** Adds the CPU time of another process. */
  charge(seconds: number): void;
}

export interface TechniqueContext {
  readonly budget: TimeBudget;
  readonly createSatSolver: SatSolverFactory;
  /** Without it, techniques that need it answer UNKNOWN. */
  readonly solveHorn?: HornSolver;
  /** Seed of random numbers: another one for every attempt. */
  readonly seed: number;
  readonly order: SearchOrder;
  /** The progress that the last attempt reported; absent in the first one. */
  readonly progress?: number;
  /** Candidates for loop invariants from other techniques, to be proved before they are used. */
  readonly lemmas?: () => ReadonlyMap<CfaNode, readonly Assertion[]>;
  /** Publishes the proved loop invariants to other techniques; absent when none uses them. */
  readonly onInvariants?: (invariants: readonly LoopInvariants[]) => void;
  readonly onProgress: (message: string) => void;
}

/** Counters of a technique, by readable names. */
export type TechniqueStatistics = Readonly<Record<string, number>>;

export type AnalysisResult = (
  | {
      readonly kind: "true";
      readonly reason: string;
      /** The invariants on which the proof relies; a proof by exhaustion needs none. */
      readonly invariants: readonly LoopInvariants[];
      /** Shapes of memory at loop heads, in proofs by shape analysis. */
      readonly shapes?: readonly HeadShapes[];
      /**
       * For programs with threads: invariants of variables that hold while no thread holds their
       * locks.
       */
      readonly guards?: readonly GuardedInvariant[];
      /**
       * The program to whose loops the invariants belong, when that is not the program of the task.
       */
      readonly program?: CfaProgram;
    }
  | {
      readonly kind: "false";
      readonly subproperty: Violation["subproperty"];
      /**
       * The choices of the environment in an execution that violates the property in the
       * interpreter.
       */
      readonly choices: readonly InputChoice[];
      /** The schedule of a program with threads. */
      readonly turns?: readonly Turn[];
      /** The repeated part of an execution that does not terminate. */
      readonly lasso?: Lasso;
    }
  | {
      readonly kind: "unknown";
      readonly reason: string;
      /** Whether another attempt with more time would say the same. */
      readonly isLasting?: true;
      /** Whether a part was skipped for lack of time: a longer attempt may give an answer. */
      readonly isPartial?: true;
      /** Its progress: another attempt continues from there. */
      readonly progress?: number;
    }
) & {
  readonly statistics?: TechniqueStatistics;
  /** The explored states of lazy abstraction. */
  readonly reached?: ReachabilityPicture;
};

export function propertyText(specification: Specification): string {
  return `property ${specificationText(specification)}`;
}

/** The restriction of techniques for one thread that support calls, overflows and memory. */
export function safetyOfOneThread(
  specification: Specification,
  { createsThreads }: ProgramFacts,
): string | undefined {
  if (createsThreads) return "programs with threads";
  return isSafetyOfExecutions(specification) ? undefined : propertyText(specification);
}

/** The restriction of techniques for one thread that support only calls and overflows. */
export function reachSafetyOfOneThread(
  specification: Specification,
  { createsThreads }: ProgramFacts,
): string | undefined {
  if (createsThreads) return "programs with threads";
  return isReachSafety(specification) ? undefined : propertyText(specification);
}

/**
 * Whether the property is violated by the execution of an operation. A proof that no call is
 * reached in a program with threads also proves that nothing before it is undefined.
 */
export function isSafetyOfOperations(specification: Specification): boolean {
  return asksOnlyFor(specification, "call", "overflow", "undefined", "dereference", "free");
}

/**
 * The restriction of techniques for several threads: properties whose violations appear in single
 * executions.
 */
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
