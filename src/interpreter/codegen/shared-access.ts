import type { MemoryObject } from "../../cfa/index.ts";
import { isStatic } from "./static-object.ts";
import type { Writer } from "./writer.ts";

/**
 * Code around accesses that other threads may see. Programs that create no
 * threads get none of it.
 */

/** Whether accesses by this function count as the program's: not in models of synchronisation. */
function isObserved(w: Writer): boolean {
  return w.context.isThreaded && !w.isSynchronisation;
}

/** Other threads may go on here. */
export function switchPoint(w: Writer): void {
  if (isObserved(w)) w.emit("if (TURN[0]-- === 0) yield;");
}

/** Whether other threads may access the object; `undefined` for what a pointer designates. */
export function mayBeShared(w: Writer, object: MemoryObject | undefined): boolean {
  if (!isObserved(w)) return false;
  if (object === undefined) return true;
  if (!isStatic(object)) return !w.context.isPrivate(object);
  // Read-only objects never change, and what models keep in variables is their own affair.
  if (object.isReadOnly || w.isLibrary) return false;
  return object.kind !== "thread-local" || !w.context.isPrivate(object);
}

/** Tells the race detector of an access to bytes that were checked. */
export function noteAccess(
  w: Writer,
  index: string,
  size: number | string,
  permission: "read" | "write",
): void {
  if (!isObserved(w) || !w.context.options.detectsRaces || size === 0) return;
  w.emit(`THREADS.${permission}(${index}, ${size}, ${siteCode(w)});`);
}

/** Index of the edge that reports name: in library functions, of the user's call. */
export function siteCode(w: Writer): string {
  if (w.isLibrary) return "SITE[0]";
  return w.edge === undefined ? "0" : String(w.tables.edge(w.edge));
}
