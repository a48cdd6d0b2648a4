/** Atomic operations: marks around the plain ones (C11 7.17, all of them sequentially consistent). */
import type { CType } from "../../cfront/index.ts";
import type { Expression } from "../model/cfa.ts";
import { INTERNAL_NAMES } from "../model/intrinsics.ts";
import { emitInternalCall } from "./internal-call.ts";
import type { Lowering } from "./lowering.ts";

/** Whether accesses to an object of the type are atomic operations, in a program where that matters. */
export function isAtomic(lower: Lowering, type: CType): boolean {
  return lower.names.hasThreads && "atomic" in type && type.atomic === true;
}

/** What `run` emits is one operation on the object at the address. */
export function atomically<T>(lower: Lowering, address: Expression, run: () => T): T {
  mark(lower, INTERNAL_NAMES.atomicBegin, address);
  const result = run();
  mark(lower, INTERNAL_NAMES.atomicEnd, address);
  return result;
}

function mark(lower: Lowering, name: string, address: Expression): void {
  const { types, names } = lower;
  const symbol = names.internalFunction(name, types.void, [types.voidPointer]);
  emitInternalCall(lower, symbol, [address]);
}
