import type { MemoryObject } from "../cfa/index.ts";
import type { InvariantText } from "./loop-invariants.ts";

/**
 * An invariant of static objects while there are several threads, except while the lock is held or an atomic block
 * is executed.
 */
export interface GuardedInvariant extends InvariantText {
  /** Absent: the invariant holds always. */
  readonly lock?: MemoryObject;
}
