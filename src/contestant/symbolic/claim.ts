/** The question that is put to an engine, and its answer. */

import type { LoopInvariants } from "../analysis-core/index.ts";
import type { CfaNode } from "../cfa/index.ts";
import type { SatSolverFactory, Term } from "../smt/index.ts";
import type { EngineSpecification } from "../specification/index.ts";
import type { Assertion } from "./evaluation/edge-execution.ts";
import type { InputChoice } from "./evaluation/input-choices.ts";

/** TRUE with the assumptions of the proof, or FALSE with a confirmed counterexample. */
export type EngineAnswer =
  | { readonly kind: "true"; readonly invariants: readonly LoopInvariants[] }
  | { readonly kind: "false" }
  | {
      readonly kind: "unknown";
      readonly reason: string;
      /** Facts about loops that were proved nevertheless. */
      readonly invariants?: readonly LoopInvariants[];
      /** The assertions that were proved although the claim was not. */
      readonly proved?: ReadonlySet<Assertion>;
    };

export interface Claim {
  readonly specification: EngineSpecification;
  readonly createSatSolver: SatSolverFactory;
  /** Seconds left; the search gives up at 0. */
  readonly remainingSeconds: () => number;
  /**
   * Replays a counterexample; true when the violation really happens. Engines whose terms describe more than the
   * choices of the environment pass the values of terms as well.
   */
  readonly confirm: (choices: readonly InputChoice[], valueIn?: (term: Term) => bigint) => boolean;
  /** Further conditions, by node, that TRUE must imply. */
  readonly assertions?: ReadonlyMap<CfaNode, readonly Assertion[]>;
  /** Replays executions that violate an assertion; true when one really does. */
  readonly refute?: (choices: readonly InputChoice[]) => boolean;
  /** Candidates for loop invariants known so far, by loop head: used where they are proved. */
  readonly lemmas?: () => ReadonlyMap<CfaNode, readonly Assertion[]>;
}

/** An engine that reports its progress. */
export interface Phased {
  /** Called with the bound, or k, at the start of every phase. */
  readonly onPhase?: (bound: number) => void;
}

/** The same claim with fewer seconds left. */
export function within<T extends Pick<Claim, "remainingSeconds">>(options: T, seconds: number): T {
  const kept = options.remainingSeconds() - seconds;
  return { ...options, remainingSeconds: () => options.remainingSeconds() - kept };
}
