/**
 * Exchange of loop invariants among techniques, within a thread and between threads. They have the
 * form of those in a correctness witness: C expressions at loops. They are only candidates: a
 * technique proves an invariant before it uses it.
 */

import type { Invariant } from "../../ground/witness/index.ts";
import type { CfaNode } from "../cfa/index.ts";
import type { Assertion } from "../symbolic/index.ts";

export interface Lemmas {
  /** Publishes invariants to the other techniques. */
  add(invariants: readonly Invariant[]): void;
  /** Returns the current candidates by loop head: the same object until something is new. */
  candidates(): ReadonlyMap<CfaNode, readonly Assertion[]>;
  /** Number of candidates received from other threads so far. */
  receivedCount(): number;
}
