/** What ranking functions are made of, and what is known where one is looked for. */

import type { RankingPart, RankingText } from "../../../analysis-core/index.ts";
import type { Term, TermManager } from "../../../smt/index.ts";
import type { MemoryAccess, State } from "../../../symbolic/index.ts";

/**
 * What makes a falling value well-founded: `values`, that there are finitely many of them, for executions in which
 * signed arithmetic wraps around; `bounds`, a limit that it has when an iteration begins, for executions that end at
 * signed overflow: these are finite then whatever an overflow does.
 */
export type RankingKind = "values" | "bounds";

/** What is asked about the executions of a path. */
export interface Questions {
  /** Which of several conditions hold on all of them. */
  readonly proveAll: (path: Term, conditions: readonly Term[]) => readonly boolean[];
  /** The values that terms have in one on which a condition does not hold. */
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

/** A candidate: a value of a state, and in which direction it should go. */
export interface Component extends RankingPart {
  /** Undefined where the state has no such number. */
  read(state: State): Term | undefined;
  readonly isSigned: boolean;
  /** Whether it is made of values that wrap around by the rules of C, so that finitely many are enough. */
  readonly isFinite: boolean;
  /** What is many, or makes long questions, is tried after what is not. */
  readonly tier?: "sum" | "maximum";
  /** Whether it says how far one value is from another one. */
  readonly isDistance?: boolean;
  /** Of a sum: of what, so that what two states have in common need not be added up. No part of the sum wraps around. */
  addends?(state: State): readonly Addend[] | undefined;
  /** Of an extremum: of what. It never rises when none of them does, and falls when all do. */
  readonly parts?: readonly Component[];
}

/** A multiple of a number that is as wide as the sum. */
export interface Addend {
  readonly factor: bigint;
  readonly value: Term;
}

/** Proved to descend from every visit of a loop head to the next one. */
export type RankingFunction = readonly Component[];

/** From a visit to the next one: of the head of a loop, or of the entry of a recursive function. */
export interface Step {
  /** The executions that take it. */
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

/** A number in more bits. */
export function wideOf(
  { manager }: Pick<RankingContext, "manager">,
  value: Term | undefined,
  isSigned: boolean,
  width: number,
): Term | undefined {
  if (value === undefined) return undefined;
  return isSigned ? manager.signExtend(value, width) : manager.zeroExtend(value, width);
}
