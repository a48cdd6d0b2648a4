import type { MemoryObject } from "../cfa/index.ts";
import type { InvariantText } from "./loop-invariants.ts";

/** Holds of static objects once there are threads, unless the lock is held, or an atomic block is being executed. */
export interface GuardedInvariant extends InvariantText {
  /** Absent: it holds in any case. */
  readonly lock?: MemoryObject;
}
