import type { MemoryObject } from "../../cfa/index.ts";
import { isStatic } from "./static-object.ts";
import { placeMark } from "./suspension.ts";
import type { Writer } from "./writer.ts";

/**
 * Code around accesses that other threads may see. Programs that create no
 * threads get none of it.
 */

/** Whether accesses by this function count as the program's: not in models of synchronisation. */
function isObserved(w: Writer): boolean {
  return w.context.isThreaded && !w.isSynchronisation;
}

/** Other threads may run here. */
export function switchPoint(w: Writer, kind: "access" | "visible" | "loop" = "access"): void {
  if (isObserved(w)) pointCode(w, kind);
}

/** A switch point. Runs for exploration stop only at visible ones, and count the others. */
export function pointCode(w: Writer, kind: "access" | "visible" | "loop"): void {
  const { explores } = w.context.options;
  const number = w.tellsPlaces ? w.tables.suspension(kind, w.edge) : 0;
  if (!explores) {
    w.emit(`if (TURN[0]-- === 0) yield ${w.tellsPlaces ? placeMark(w, number) : ""};`);
    return;
  }
  const stops = { access: `(VISIBLE[${number}] | FULL[0]) !== 0`, visible: "true" };
  const test = kind === "loop" ? "++LOOPS[0] > MAX_LOOPS" : stops[kind];
  const stop = `yield ${placeMark(w, number)};`;
  w.emit(`if (TURN[0] === 0) { if (${test}) ${stop} else PASSED[0]++; POINT[0] = ${number}; }`);
}

/** Whether other threads may access the object; `undefined` for the target of a pointer. */
export function mayBeShared(w: Writer, object: MemoryObject | undefined): boolean {
  if (!isObserved(w)) return false;
  if (object === undefined) return true;
  if (!isStatic(object)) return !w.context.isPrivate(object);
  // Read-only objects never change, and the variables of models are private to them.
  if (object.isReadOnly || w.isLibrary || object.isGhost === true) return false;
  return object.kind !== "thread-local" || !w.context.isPrivate(object);
}

/** Reports an access to checked bytes to the race detector, and to explorations. */
export function noteAccess(
  w: Writer,
  index: string,
  size: number | string,
  permission: "read" | "write",
): void {
  const { detectsRaces, explores } = w.context.options;
  if (w.context.isThreaded && w.isSynchronisation && explores && size !== 0) {
    w.emit(`THREADS.touch(${index}, ${size}, ${permission === "write"});`);
  }
  if (!isObserved(w) || !(detectsRaces || explores) || size === 0) return;
  w.emit(`THREADS.${permission}(${index}, ${size}, ${siteCode(w)});`);
}

/**
 * Reports an access of a library call to memory of its caller: it counts as an access of the
 * program, even in a model of synchronisation.
 */
export function noteCallAccess(
  w: Writer,
  index: string,
  size: string,
  permission: "read" | "write",
): void {
  const { detectsRaces, explores } = w.context.options;
  if (!w.context.isThreaded || !(detectsRaces || explores)) return;
  w.emit(`if (${size} > 0) THREADS.${permission}(${index}, ${size}, ${siteCode(w)});`);
}

/**
 * Ends the life of an object at the next operation, which no other thread may access at the same
 * time; in runs for exploration, the operation that ends it reports that (runtime/run.ts).
 */
export function noteEnd(w: Writer, object: MemoryObject, index: string, edge: string): void {
  const { detectsRaces, explores } = w.context.options;
  if (!detectsRaces || explores || object.size === 0 || !mayBeShared(w, object)) return;
  w.emit(`THREADS.detectEnd(${index}, ${object.size}, ${edge});`);
}

/**
 * Accesses of models to their own variables, and those of witnesses, are no accesses of the
 * program, and no thread switch happens before them. But explorations have to record that the order
 * of two such accesses may matter.
 */
export function noteModelAccess(
  w: Writer,
  object: MemoryObject,
  index: string,
  size: number,
  permission: "read" | "write",
): void {
  const { isThreaded, options } = w.context;
  if (!isThreaded || !options.explores || !isStatic(object)) return;
  if (!w.isLibrary && object.isGhost !== true) return;
  if (object.isReadOnly || object.kind === "thread-local" || size === 0) return;
  w.emit(`THREADS.model(${index}, ${size}, ${permission === "write"});`);
}

/** Index of the edge that reports name: in library functions, of the user's call. */
export function siteCode(w: Writer): string {
  if (w.isLibrary) return "SITE[0]";
  return w.edge === undefined ? "0" : String(w.tables.edge(w.edge));
}
