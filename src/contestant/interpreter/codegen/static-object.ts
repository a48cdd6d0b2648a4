import type { MemoryObject } from "../../cfa/index.ts";

/** Whether the object lives outside of activations. */
export function isStatic(object: MemoryObject): boolean {
  return object.kind === "global" || object.kind === "thread-local" || object.kind === "string";
}
