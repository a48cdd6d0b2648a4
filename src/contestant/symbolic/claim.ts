/** What is asked of an engine, whichever it is, and what it answers. */

import type { LoopInvariants } from "../analysis-core/index.ts";
import type { CfaNode } from "../cfa/index.ts";
import type { SatSolverFactory, Term } from "../smt/index.ts";
import type { EngineSpecification } from "../specification/index.ts";
import type { Assertion } from "./evaluation/edge-execution.ts";
import type { InputChoice } from "./evaluation/input-choices.ts";

/** TRUE with what the proof rests on, or FALSE with a counterexample that was confirmed. */
export type EngineAnswer =
  | { readonly kind: "true"; readonly invariants: readonly LoopInvariants[] }
  | { readonly kind: "false" }
  | {
      readonly kind: "unknown";
      readonly reason: string;
      /** What was proved of loops all the same. */
      readonly invariants?: readonly LoopInvariants[];
      /** Of the assertions asked for, those that hold whenever they are reached all the same. */
      readonly proved?: ReadonlySet<Assertion>;
    };

export interface Claim {
  readonly specification: EngineSpecification;
  readonly createSatSolver: SatSolverFactory;
  /** Seconds left; the search gives up at 0. */
  readonly remainingSeconds: () => number;
  /**
   * Replays a counterexample; true when the violation really happens. Engines whose terms say more than what the
   * environment chooses tell their values, too.
   */
  readonly confirm: (choices: readonly InputChoice[], valueIn?: (term: Term) => bigint) => boolean;
  /** Further conditions that TRUE must imply, by node. */
  readonly assertions?: ReadonlyMap<CfaNode, readonly Assertion[]>;
  /** Replays executions on which an assertion does not hold; true when one really fails. */
  readonly refute?: (choices: readonly InputChoice[]) => boolean;
  /** Candidates for loop invariants, by loop head, that are known by now: used where they are proved. */
  readonly lemmas?: () => ReadonlyMap<CfaNode, readonly Assertion[]>;
}

/** What tells how far it has come. */
export interface Phased {
  /** Told the bound, or k, at the start of every phase. */
  readonly onPhase?: (bound: number) => void;
}

/** The same, with fewer seconds left. */
export function within<T extends Pick<Claim, "remainingSeconds">>(options: T, seconds: number): T {
  const kept = options.remainingSeconds() - seconds;
  return { ...options, remainingSeconds: () => options.remainingSeconds() - kept };
}
