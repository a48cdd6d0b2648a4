import { componentNodes, type FunctionCfa, type WtoElement } from "../../cfa/index.ts";
import type { Region, SymbolicStackFrame } from "../../symbolic/index.ts";
import { ArrayReads } from "../invariants/arrays/array-reads.ts";

type Loop = WtoElement & { readonly kind: "component" };

/** Local arrays of functions whose elements are not read behind a loop, and in it at most once. */
export class UnreadArrays {
  readonly #reads = new Map<FunctionCfa, ArrayReads>();

  isUnread(region: Region, loop: Loop, stackFrame: SymbolicStackFrame): boolean {
    const { object } = region;
    const fn = stackFrame.function;
    if (object === undefined || !fn.locals.includes(object)) return false;
    if (stackFrame.regionOf(object) !== region) return false;
    const reads = this.#reads.get(fn) ?? new ArrayReads(fn);
    this.#reads.set(fn, reads);
    return reads.isUnread(object, loop.head, componentNodes(loop));
  }
}
