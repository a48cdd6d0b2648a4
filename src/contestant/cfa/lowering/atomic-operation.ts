/**
 * Atomic operations: marks around the plain ones (C11 7.17), with the object, the memory order, and
 * the kind of access.
 */
import type { CType } from "../../cfront/index.ts";
import type { Expression } from "../model/cfa.ts";
import { integer } from "../model/expressions.ts";
import { INTERNAL_NAMES } from "../model/intrinsics.ts";
import { ATOMIC_ACCESSES, type AtomicAccess, MEMORY_ORDERS } from "../model/memory-order.ts";
import { INT } from "../model/value-types.ts";
import { emitInternalCall } from "./internal-call.ts";
import type { Lowering } from "./lowering.ts";

/** An operation on the object at the address. */
export interface AtomicOperation {
  readonly address: Expression;
  readonly access: AtomicAccess;
  /** An integer as in {@link MEMORY_ORDERS}. */
  readonly order: Expression;
}

export const SEQUENTIALLY_CONSISTENT: Expression = integer(
  INT,
  MEMORY_ORDERS.sequentiallyConsistent,
);

/**
 * Whether accesses to an object of the type are atomic operations, in a program where that matters.
 */
export function isAtomic(lower: Lowering, type: CType): boolean {
  return lower.names.hasThreads && "atomic" in type && type.atomic === true;
}

/**
 * An operator of C on an atomic object, which is sequentially consistent (C11 6.2.6.1p9,
 * 6.5.16.2p3), emitted by `run`.
 */
export function atomically<T>(
  lower: Lowering,
  address: Expression,
  access: AtomicAccess,
  run: () => T,
): T {
  const operation = { address, access, order: SEQUENTIALLY_CONSISTENT };
  beginAtomic(lower, operation);
  const result = run();
  endAtomic(lower, operation);
  return result;
}

/** All edges from here on to {@link endAtomic} are one operation. */
export function beginAtomic(lower: Lowering, operation: AtomicOperation): void {
  mark(lower, INTERNAL_NAMES.atomicBegin, operation);
}

/** @param operation - the actual kind: an update that fails is a load */
export function endAtomic(lower: Lowering, operation: AtomicOperation): void {
  mark(lower, INTERNAL_NAMES.atomicEnd, operation);
}

function mark(lower: Lowering, name: string, { address, access, order }: AtomicOperation): void {
  const { types, names } = lower;
  const parameters = [types.voidPointer, types.int, types.int];
  const symbol = names.internalFunction(name, types.void, parameters);
  emitInternalCall(lower, symbol, [address, order, integer(INT, ATOMIC_ACCESSES[access])]);
}
