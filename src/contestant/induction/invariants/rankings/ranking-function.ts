/** The parts of ranking functions, and the context of their synthesis. */

import type { RankingPart, RankingText } from "../../../analysis-core/index.ts";
import type { Term, TermManager } from "../../../smt/index.ts";
import type { MemoryAccess, State } from "../../../symbolic/index.ts";

/**
 * The reason why a decreasing value is well-founded. `values`: there are finitely many of them, for executions in
 * which signed arithmetic wraps around; `bounds`: it has a limit when an iteration begins, for executions that end
 * at signed overflow: these are then finite regardless of overflows.
 */
export type RankingKind = "values" | "bounds";

/** Questions about the executions of a path. */
export interface Questions {
  /** Decides which of several conditions hold on all of them. */
  readonly proveAll: (path: Term, conditions: readonly Term[]) => readonly boolean[];
  /** The values of terms in an execution that violates a condition. */
  readonly counterexample: (
    path: Term,
    condition: Term,
    terms: readonly Term[],
  ) => readonly bigint[] | "none" | "unknown";
}

export interface RankingContext extends Questions {
  readonly manager: TermManager;
  readonly access: MemoryAccess;
  readonly kind: RankingKind;
  /** Constants of the function: limits that its conditions may name. */
  readonly constants: readonly bigint[];
}

/** A candidate: a value of a state, and the direction in which it should move. */
export interface Component extends RankingPart {
  /** Undefined where the state has no such number. */
  read(state: State): Term | undefined;
  readonly isSigned: boolean;
  /** Whether it consists of values that wrap around by the rules of C, so that there are finitely many. */
  readonly isFinite: boolean;
  /** Candidates that are numerous, or make long questions, are tried after the others. */
  readonly tier?: "sum" | "maximum";
  /** Whether it is the distance between two values. */
  readonly isDistance?: boolean;
  /**
   * For a sum: its addends, so that those common to two states need not be added up. No part of the sum wraps
   * around.
   */
  addends?(state: State): readonly Addend[] | undefined;
  /** For an extremum: its arguments. It never rises when none of them does, and decreases when all do. */
  readonly parts?: readonly Component[];
}

/** A multiple of a number that is as wide as the sum. */
export interface Addend {
  readonly factor: bigint;
  readonly value: Term;
}

/** Proved to decrease from every visit of a loop head to the next one. */
export type RankingFunction = readonly Component[];

/** From one visit to the next one: of the head of a loop, or of the entry of a recursive function. */
export interface Step {
  /** The executions that take the step. */
  readonly path: Term;
  readonly before: State;
  readonly after: State;
}

/** A condition on the state at a loop head. */
export interface Predicate {
  at(state: State): Term | undefined;
  readonly text: RankingText | undefined;
}

/** A number of a state. */
export interface Scalar {
  readonly read: (state: State) => Term | undefined;
  readonly isSigned: boolean;
  readonly bits: number;
  readonly text: RankingText | undefined;
}

/** A number extended to more bits. */
export function wideOf(
  { manager }: Pick<RankingContext, "manager">,
  value: Term | undefined,
  isSigned: boolean,
  width: number,
): Term | undefined {
  if (value === undefined) return undefined;
  return isSigned ? manager.signExtend(value, width) : manager.zeroExtend(value, width);
}
