/**
 * The true answers for a random program with memory orders: all interleavings of single operations with all that is ordered in them, by code
 * that shares nothing with Agon. Events are bits; what happens before a thread's next step is a set of them (C11 5.1.2.4).
 */
import type { Order, OrderOperation, OrderProgram } from "./random-order-program.ts";

export interface OrderTruth {
  readonly races: boolean;
  readonly reachesError: boolean;
}

interface OrderThread {
  at: number;
  /** Undefined before its creation. */
  known: bigint | undefined;
  register: number;
  ended: boolean;
  /** Known at the last fence that released, and what loads have read that a fence may acquire. */
  fenced: bigint;
  read: bigint;
}

interface Happened {
  readonly event: bigint;
  readonly location: string;
  readonly isWrite: boolean;
}

interface World {
  threads: OrderThread[];
  values: number[];
  /** By object: what each head of a release sequence has released. */
  messages: [head: number, known: bigint][][];
  owners: number[];
  released: bigint[];
  units: number;
  posted: bigint;
  accesses: Happened[];
}

const acquires = (order: Order): boolean => order !== "relaxed" && order !== "release";
const releases = (order: Order): boolean => order !== "relaxed" && order !== "acquire";

/** Undefined when there are more states. */
export function orderTruthOf({ threads }: OrderProgram, maxStates: number): OrderTruth | undefined {
  const first: World = {
    threads: threads.map((_, thread) => ({
      at: 0,
      known: thread === 0 ? 0n : undefined,
      register: 0,
      ended: false,
      fenced: 0n,
      read: 0n,
    })),
    values: [0, 0],
    messages: [[], []],
    owners: [-1, -1],
    released: [0n, 0n],
    units: 0,
    posted: 0n,
    accesses: [],
  };
  const truth = { races: false, reachesError: false };
  const seen = new Set([textOf(first)]);
  const work = [first];
  for (let world = work.pop(); world !== undefined; world = work.pop()) {
    // The end of main is the end of all.
    if (world.threads[0]?.ended) continue;
    for (const thread of threads.keys()) {
      for (const next of stepsOf(threads, world, thread, truth)) {
        const key = textOf(next);
        if (seen.has(key)) continue;
        if (seen.size >= maxStates) return undefined;
        seen.add(key);
        work.push(next);
      }
    }
  }
  return truth;
}

function textOf(world: World): string {
  return JSON.stringify(world, (_, value) => (typeof value === "bigint" ? `${value}` : value));
}

function stepsOf(
  programs: readonly (readonly OrderOperation[])[],
  world: World,
  thread: number,
  truth: { races: boolean; reachesError: boolean },
): World[] {
  const before = world.threads[thread] as OrderThread;
  if (before.known === undefined || before.ended) return [];
  const operation = programs[thread]?.[before.at];
  const copy = (): { readonly next: World; readonly own: OrderThread; readonly event: bigint } => {
    const next = structuredClone(world);
    const own = next.threads[thread] as OrderThread;
    const event = 1n << BigInt(thread * 64 + own.at);
    own.known = (own.known as bigint) | event;
    own.at++;
    return { next, own, event };
  };
  const { next, own, event } = copy();
  const known = own.known as bigint;
  if (operation === undefined) {
    own.at--;
    own.ended = true;
    return [next];
  }
  switch (operation.kind) {
    case "access":
      return operation.locations.map((location) => {
        const one = structuredClone(next);
        const isRace = one.accesses.some(
          (other) =>
            other.location === location &&
            (other.isWrite || operation.isWrite) &&
            (known & other.event) === 0n,
        );
        if (isRace) truth.races = true;
        one.accesses.push({ event, location, isWrite: operation.isWrite });
        one.accesses.sort((a, b) => (a.event < b.event ? -1 : 1));
        return one;
      });
    case "load":
      own.register = next.values[operation.object] as number;
      reads(next, own, operation.object, operation.order);
      return [next];
    case "store":
      writes(next, thread, operation.object, operation.order, false);
      next.values[operation.object] = operation.value;
      return [next];
    case "update":
      own.register = next.values[operation.object] as number;
      reads(next, own, operation.object, operation.order);
      writes(next, thread, operation.object, operation.order, true);
      next.values[operation.object] = own.register + 1;
      return [next];
    case "exchange": {
      const { object, value, success, failure } = operation;
      const isEqual = next.values[object] === value;
      own.register = isEqual ? 1 : 0;
      reads(next, own, object, isEqual ? success : failure);
      if (!isEqual) return [next];
      writes(next, thread, object, success, true);
      next.values[object] = 2;
      return [next];
    }
    case "fence":
      if (acquires(operation.order)) own.known = known | own.read;
      if (releases(operation.order)) own.fenced = own.known as bigint;
      return [next];
    case "lock":
    case "trylock": {
      const { mutex } = operation;
      const isFree = next.owners[mutex] === -1;
      if (!isFree && operation.kind === "lock") return [];
      if (isFree) {
        next.owners[mutex] = thread;
        own.known = known | (next.released[mutex] as bigint);
      }
      if (operation.kind === "trylock") own.register = isFree ? 0 : 1;
      return [next];
    }
    case "unlock":
      next.owners[operation.mutex] = -1;
      next.released[operation.mutex] = (next.released[operation.mutex] as bigint) | known;
      return [next];
    case "post":
      next.units++;
      next.posted |= known;
      return [next];
    case "trywait":
      own.register = next.units > 0 ? 0 : 1;
      if (next.units > 0) {
        next.units--;
        own.known = known | next.posted;
      }
      return [next];
    case "create":
      (next.threads[operation.thread] as OrderThread).known = known;
      return [next];
    case "join": {
      const other = next.threads[operation.thread] as OrderThread;
      if (!other.ended) return [];
      own.known = known | (other.known as bigint);
      return [next];
    }
    case "unless":
      if (own.register !== operation.value) own.at = operation.target;
      return [next];
    case "jump":
      own.at = operation.target;
      return [next];
    case "error":
      truth.reachesError = true;
      return [];
  }
}

function reads({ messages }: World, own: OrderThread, object: number, order: Order): void {
  let carried = 0n;
  for (const [, released] of messages[object] ?? []) carried |= released;
  own.read |= carried;
  if (acquires(order)) own.known = (own.known as bigint) | carried;
}

function writes(
  { messages, threads }: World,
  thread: number,
  object: number,
  order: Order,
  isUpdate: boolean,
): void {
  const own = threads[thread] as OrderThread;
  const kept = (messages[object] ?? []).filter(([head]) => isUpdate || head === thread);
  const released = releases(order) ? (own.known as bigint) : own.fenced;
  messages[object] = [...kept, [thread, released]];
}
