/**
 * Whether interleavings are all that a program can do, and whether what they order is all that synchronises.
 *
 * With sequentially consistent atomic operations, locks and no races, executions are interleavings (Boehm, Adve: "Foundations of the
 * C++ concurrency memory model", PLDI 2008), and a race shows as two accesses next to each other in one of them. Both change
 * with weaker memory orders; the second also where a thread learns what another one did without synchronising with it: by a lock
 * that it does not get.
 */
import {
  ATOMIC_ACCESSES,
  type CallEdge,
  type CfaProgram,
  calledName,
  constantAddress,
  type Expression,
  INTERNAL_NAMES,
  isSynchronisation,
  MEMORY_ORDERS,
  mentionedFunctions,
} from "../cfa/index.ts";

export interface InterleavingFacts {
  /** Atomic operations have an order that is weaker than sequential consistency, or one that is not known. */
  readonly hasWeakOrders: boolean;
  /**
   * Why interleavings need not be all executions; undefined when they are, of programs that have no race. One atomic object with any
   * orders is as good as sequential consistency: what happens before and the order in which it is modified agree
   * (coherence, C11 5.1.2.4p15 to p18), and everything else is ordered by what happens before. A lock that a thread does not get is like
   * a second object, which it reads without acquiring.
   */
  readonly beyond: string | undefined;
  /** Whether one may come after the other in all interleavings, without synchronisation: races have to be found by the order of events. */
  readonly ordersWithoutSynchronising: boolean;
}

/** Why proofs about interleavings do not hold of programs with weak orders, unless they have looked for races, too. */
export const WEAK_ORDERS =
  "atomic operations have memory orders that are weaker than sequential consistency: more values may be read than interleavings show";

/** Functions that synchronise with all events of other threads that they observe. */
const SYNCHRONISING =
  /^(pthread_(create|exit|join|detach|self|equal|once|yield|getspecific|setspecific|testcancel|(mutex|rwlock|cond|barrier)(attr)?_(init|destroy)|mutex_(lock|unlock)|mutexattr_\w+|condattr_\w+|rwlockattr_\w+|attr_\w+|rwlock_(rdlock|wrlock|unlock)|cond_(wait|timedwait|signal|broadcast)|barrier_wait|spin_(init|destroy|lock|unlock)|set\w+)|sem_(init|destroy|wait|post)|(mtx_(init|destroy|lock|unlock)|cnd_\w+|thrd_\w+|call_once|tss_(get|set)))$/;

const known = new WeakMap<CfaProgram, InterleavingFacts>();

export function interleavingFacts(program: CfaProgram): InterleavingFacts {
  let facts = known.get(program);
  if (facts === undefined) {
    facts = findFacts(program);
    known.set(program, facts);
  }
  return facts;
}

function findFacts(program: CfaProgram): InterleavingFacts {
  const operations = atomicOperations(program);
  const weak = operations.filter(({ order }) => order !== MEMORY_ORDERS.sequentiallyConsistent);
  const looks = [...mentionedFunctions(program)].some(
    (name) => isSynchronisation(name) && !name.startsWith("__agon_") && !SYNCHRONISING.test(name),
  );
  return {
    hasWeakOrders: weak.length > 0,
    beyond: weak.length > 0 ? (looks ? WEAK_ORDERS : reasonOf(operations)) : undefined,
    ordersWithoutSynchronising: looks || weak.some((each) => !synchronises(each)),
  };
}

interface Operation {
  readonly address: Expression;
  /** Undefined when they are not known. */
  readonly order: number | undefined;
  readonly access: number | undefined;
}

/** The marks at the beginning and at the end of operations: an update that fails has an order of its own. */
function atomicOperations(program: CfaProgram): Operation[] {
  const operations: Operation[] = [];
  for (const { nodes } of program.functions.values()) {
    for (const edge of nodes.flatMap(({ leaving }) => leaving)) {
      const name = calledName(edge);
      if (name !== INTERNAL_NAMES.atomicBegin && name !== INTERNAL_NAMES.atomicEnd) continue;
      const [address, order, access] = argumentsOf(edge as CallEdge);
      if (address === undefined) continue;
      operations.push({ address, order: numberOf(order), access: numberOf(access) });
    }
  }
  return operations;
}

function argumentsOf(edge: CallEdge): (Expression | undefined)[] {
  return edge.arguments.map((each) => (each.kind === "scalar" ? each.value : undefined));
}

function numberOf(expression: Expression | undefined): number | undefined {
  return expression?.kind === "integer" ? Number(expression.value) : undefined;
}

/** Whether the operation acquires what it reads, and releases what it writes. */
function synchronises({ order, access }: Operation): boolean {
  const { acquire, release, acquireRelease, sequentiallyConsistent } = MEMORY_ORDERS;
  if (order === acquireRelease || order === sequentiallyConsistent) return true;
  return (
    (access === ATOMIC_ACCESSES.load && order === acquire) ||
    (access === ATOMIC_ACCESSES.store && order === release)
  );
}

function reasonOf(operations: readonly Operation[]): string | undefined {
  if (operations.some(({ order }) => order === MEMORY_ORDERS.consume)) {
    return "memory_order_consume is not followed";
  }
  const places = new Set<string>();
  for (const { address, access } of operations) {
    // Fences order accesses to several objects.
    const place = access === ATOMIC_ACCESSES.fence ? undefined : constantAddress(address);
    places.add(place === undefined ? "another" : `${place.object.id}+${place.offset}`);
    places.add(place?.object.kind === "global" ? "" : "another");
  }
  places.delete("");
  if (places.size === 1 && !places.has("another")) return undefined;
  return WEAK_ORDERS;
}
