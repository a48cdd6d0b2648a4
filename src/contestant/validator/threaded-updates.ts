/**
 * Determines where ghosts of programs with threads may change. An update happens together with the
 * statement whose place is left: a flag of a lock changes when the lock is taken, not when the
 * thread begins to wait for it. So it stands after the last effect of the statement on other
 * threads, before any of them can run.
 */

import {
  type CfaEdge,
  type CfaNode,
  type Expression,
  forEachLoad,
  intrinsicOf,
} from "../cfa/index.ts";
import { threadEffectOf } from "../pointers/index.ts";

/** The last operations of library models, without a place where other threads may run. */
const AT_ONCE: ReadonlySet<string | undefined> = new Set(["create", "join", "lock", "unlock"]);
/** An update after the beginning of an atomic block belongs to the block. */
const MARKS: ReadonlySet<string | undefined> = new Set(["atomic-begin", "atomic-end"]);

/**
 * Returns why an update with such values cannot happen together with the statement of a node;
 * undefined: it can.
 *
 * @param values - undefined where one cannot be parsed
 */
export function whyNotWith(
  { leaving }: CfaNode,
  values: readonly (Expression | undefined)[],
): string | undefined {
  const [edge] = leaving;
  if (edge === undefined || leaving.length !== 1 || !isOneStep(edge)) {
    return "in programs with threads, ghosts may change only at synchronisation and at stores to objects that no other thread changes";
  }
  // The update uses the values before the statement, but stands after it.
  const keepsOwn = !changesOwn(edge);
  const isKept = (address: Expression): boolean => isGhost(address) || (keepsOwn && isOwn(address));
  const isKnown = values.every((value) => value !== undefined && readsOnly(value, isKept));
  return isKnown ? undefined : "it depends on objects that the statement or other threads change";
}

/** Whether other threads see at most one step of the edge, the last one. */
function isOneStep(edge: CfaEdge): boolean {
  switch (edge.kind) {
    case "skip":
    case "declare":
    case "end-scope":
      return true;
    case "assign":
      return readsOnly(edge.value, isOwn) && readsOnly(edge.address, isOwn);
    case "call": {
      const { callee, result } = edge;
      const name = callee.kind === "address" ? callee.target.name : undefined;
      const isStoredOwn = result === undefined || isOwn(result.address);
      if (name === undefined || !isStoredOwn) return false;
      return AT_ONCE.has(threadEffectOf(name)?.kind) || MARKS.has(intrinsicOf(name)?.kind);
    }
    case "copy":
    case "clear":
    case "return":
    case "assume":
    case "unsupported":
      return false;
  }
}

/** Whether the edge changes objects of its stack frame. */
function changesOwn(edge: CfaEdge): boolean {
  if (edge.kind === "assign") return isOwn(edge.address);
  return edge.kind === "declare" || (edge.kind === "call" && edge.result !== undefined);
}

function readsOnly(expression: Expression, allowed: (address: Expression) => boolean): boolean {
  let isAllowed = true;
  forEachLoad(expression, ({ address }) => {
    if (!allowed(address)) isAllowed = false;
  });
  return isAllowed;
}

/** Whether it is an object of the stack frame whose address is not taken. */
function isOwn(address: Expression): boolean {
  if (address.kind !== "address" || !("size" in address.target)) return false;
  const { kind, isAddressTaken } = address.target;
  return (kind === "parameter" || kind === "local" || kind === "temporary") && !isAddressTaken;
}

function isGhost(address: Expression): boolean {
  if (address.kind !== "address" || !("size" in address.target)) return false;
  return address.target.isGhost === true;
}
