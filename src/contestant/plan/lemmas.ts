/**
 * Loop invariants that techniques tell each other, within a thread and from
 * one to another. They travel as those of a correctness witness do: as C
 * expressions at loops. Nobody takes them for granted: they are candidates,
 * and whoever uses one has proved it before.
 */

import type { Invariant } from "../../ground/witness/index.ts";
import type { CfaNode } from "../cfa/index.ts";
import type { Assertion } from "../symbolic/index.ts";

export interface Lemmas {
  /** Tells the others. */
  add(invariants: readonly Invariant[]): void;
  /** What is known by now, by loop head: the same object until something is new. */
  candidates(): ReadonlyMap<CfaNode, readonly Assertion[]>;
  /** How many have come from other threads by now. */
  receivedCount(): number;
}
