/**
 * Where ghosts of programs with threads may change. An update happens together with the statement whose place is left:
 * a flag of a lock changes when the lock is taken, not when the thread begins to wait for it. So it stands behind
 * the last thing that the statement does to other threads, before any of them can go on.
 */

import {
  type CfaEdge,
  type CfaNode,
  type Expression,
  forEachLoad,
  intrinsicOf,
} from "../cfa/index.ts";
import { threadEffectOf } from "../pointers/index.ts";

/** What models of the library do last, without a place at which other threads may go on. */
const AT_ONCE: ReadonlySet<string | undefined> = new Set(["create", "join", "lock", "unlock"]);
/** An update behind the beginning of an atomic block is a part of the block. */
const MARKS: ReadonlySet<string | undefined> = new Set(["atomic-begin", "atomic-end"]);

/**
 * Why an update with such values cannot happen together with the statement of a node; undefined: it can.
 *
 * @param values - undefined where one is not understood
 */
export function whyNotWith(
  { leaving }: CfaNode,
  values: readonly (Expression | undefined)[],
): string | undefined {
  const [edge] = leaving;
  if (edge === undefined || leaving.length !== 1 || !isOneStep(edge)) {
    return "in programs with threads, ghosts change with synchronisation and with the storing of what no other thread changes";
  }
  // The values are those before the statement, the update stands behind it.
  const keepsOwn = !changesOwn(edge);
  const isKept = (address: Expression): boolean => isGhost(address) || (keepsOwn && isOwn(address));
  const isKnown = values.every((value) => value !== undefined && readsOnly(value, isKept));
  return isKnown ? undefined : "it depends on what the statement or other threads change";
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

/** Whether the edge changes objects of its activation. */
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

/** Objects of the activation that nobody has the address of. */
function isOwn(address: Expression): boolean {
  if (address.kind !== "address" || !("size" in address.target)) return false;
  const { kind, isAddressTaken } = address.target;
  return (kind === "parameter" || kind === "local" || kind === "temporary") && !isAddressTaken;
}

function isGhost(address: Expression): boolean {
  if (address.kind !== "address" || !("size" in address.target)) return false;
  return address.target.isGhost === true;
}
