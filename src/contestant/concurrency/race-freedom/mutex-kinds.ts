import {
  type CfaEdge,
  type CfaProgram,
  constantAddress,
  type Expression,
  expressionsOf,
  forEachSubexpression,
} from "../../cfa/index.ts";

/** Values of PTHREAD_MUTEX_RECURSIVE and PTHREAD_MUTEX_ERRORCHECK; plain and adaptive mutexes have 0 and 3. */
const RECURSIVE = 1n;
const ERROR_CHECKING = 2n;
/** Offset of the kind of a mutex behind the words of the lock, for ILP32. */
const FIRST_KIND = 12n;
/** Functions that give a mutex its kind by their second argument. */
const SET_TYPE: ReadonlySet<string> = new Set(["pthread_mutexattr_settype", "mtx_init"]);

/** Operations that calls may refuse because of the kinds of the mutexes that a program may have. */
export interface MutexKinds {
  /**
   * Locking a mutex twice: a thread that is refused loses the mutex by the first release. Only then are nested locks of a mutex no
   * proof that it is held.
   */
  readonly refuseRelock: boolean;
  /** Unlocking a mutex that the thread does not hold, which is undefined of others: error-checking mutexes, and recursive ones. */
  readonly refuseUnlock: boolean;
}

export function mutexKindsOf(program: CfaProgram): MutexKinds {
  const kinds = kindsOf(program);
  const refuseRelock = kinds.has(ERROR_CHECKING);
  return { refuseRelock, refuseUnlock: refuseRelock || kinds.has(RECURSIVE) };
}

function kindsOf(program: CfaProgram): ReadonlySet<bigint> {
  const kinds = new Set<bigint>();
  for (const { initial } of program.globals) {
    for (const { offset, value } of initial) {
      if (value.kind === "integer" && BigInt(offset) >= FIRST_KIND) kinds.add(value.value);
    }
  }
  for (const fn of program.functions.values()) {
    if (fn.isLibrary) continue;
    for (const { leaving } of fn.nodes) for (const edge of leaving) noteKinds(edge, kinds);
  }
  return kinds;
}

/** Adds the kinds that mutexes may get there. */
function noteKinds(edge: CfaEdge, kinds: Set<bigint>): void {
  if (edge.kind === "assign" && edge.value.kind === "integer") {
    const place = constantAddress(edge.address);
    if (place === undefined || place.offset >= FIRST_KIND) kinds.add(edge.value.value);
  }
  const isDirect =
    edge.kind === "call" &&
    edge.callee.kind === "address" &&
    edge.callee.target.kind === "function" &&
    SET_TYPE.has(edge.callee.target.name);
  if (isDirect && edge.kind === "call") {
    const [, type] = edge.arguments;
    // Types of <threads.h> are recursive when they are odd; what is not known may be any.
    if (type?.kind === "scalar" && type.value.kind === "integer") {
      const isPosix =
        edge.callee.kind === "address" && edge.callee.target.name.startsWith("pthread");
      kinds.add(isPosix ? type.value.value : type.value.value & 1n);
      return;
    }
    kinds.add(RECURSIVE).add(ERROR_CHECKING);
    return;
  }
  if (expressionsOf(edge).some(mentionsSetType)) kinds.add(RECURSIVE).add(ERROR_CHECKING);
}

function mentionsSetType(expression: Expression): boolean {
  let isMentioned = false;
  forEachSubexpression(expression, (part) => {
    if (part.kind === "address" && SET_TYPE.has(part.target.name)) isMentioned = true;
  });
  return isMentioned;
}
