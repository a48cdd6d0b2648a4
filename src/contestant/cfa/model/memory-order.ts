/** Memory orders of atomic operations (C11 7.17.3), and what an operation does to its object. */

/** With gcc's numbers of `__ATOMIC_RELAXED` to `__ATOMIC_SEQ_CST`. */
export const MEMORY_ORDERS = {
  relaxed: 0,
  consume: 1,
  acquire: 2,
  release: 3,
  acquireRelease: 4,
  sequentiallyConsistent: 5,
} as const;

/**
 * An update reads and writes; a fence does neither. The numbers are used in marks of atomic
 * operations.
 */
export const ATOMIC_ACCESSES = { load: 1, store: 2, update: 3, fence: 4 } as const;
export type AtomicAccess = keyof typeof ATOMIC_ACCESSES;
