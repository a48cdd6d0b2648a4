import {
  type CfaEdge,
  type CfaProgram,
  constantAddress,
  type Expression,
  expressionsOf,
  forEachSubexpression,
} from "../../cfa/index.ts";

/** Value of PTHREAD_MUTEX_ERRORCHECK; plain, recursive and adaptive mutexes have 0, 1 and 3. */
const ERROR_CHECKING = 2n;
/** Offset of the kind of a mutex behind the words of the lock, for ILP32. */
const FIRST_KIND = 12n;
const SET_TYPE = "pthread_mutexattr_settype";

/**
 * Whether some mutex may be one that refuses to be locked twice by a thread, which then loses it by the first
 * release: only then are nested locks of a mutex no proof that it is held.
 */
export function mayCheckErrors(program: CfaProgram): boolean {
  for (const { initial } of program.globals) {
    for (const { offset, value } of initial) {
      if (isKind(value) && BigInt(offset) >= FIRST_KIND) return true;
    }
  }
  for (const fn of program.functions.values()) {
    if (fn.isLibrary) continue;
    for (const node of fn.nodes) if (node.leaving.some(mayMakeOne)) return true;
  }
  return false;
}

function isKind(value: Expression): boolean {
  return value.kind === "integer" && value.value === ERROR_CHECKING;
}

function mayMakeOne(edge: CfaEdge): boolean {
  if (edge.kind === "assign" && isKind(edge.value)) {
    const place = constantAddress(edge.address);
    if (place === undefined || place.offset >= FIRST_KIND) return true;
  }
  const isDirect =
    edge.kind === "call" &&
    edge.callee.kind === "address" &&
    edge.callee.target.kind === "function" &&
    edge.callee.target.name === SET_TYPE;
  if (isDirect && edge.kind === "call") {
    const [, type] = edge.arguments;
    if (type?.kind !== "scalar" || type.value.kind !== "integer") return true;
    return ![0n, 1n, 3n].includes(type.value.value);
  }
  return expressionsOf(edge).some(mentionsSetType);
}

function mentionsSetType(expression: Expression): boolean {
  let isMentioned = false;
  forEachSubexpression(expression, (part) => {
    if (part.kind === "address" && part.target.name === SET_TYPE) isMentioned = true;
  });
  return isMentioned;
}
