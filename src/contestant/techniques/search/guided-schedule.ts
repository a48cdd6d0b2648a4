/**
 * Executes a counterexample of the symbolic execution of threads: every thread advances point by
 * point until it stands where the counterexample stops it. Points of the interpreter that the
 * analyses do not have are passed on the way.
 */

import {
  type CallEdge,
  type CfaEdge,
  type Expression,
  expressionsOf,
  forEachSubexpression,
  type RacingSteps,
} from "../../cfa/index.ts";
import type { Move } from "../../concurrency/index.ts";
import {
  type Choice,
  DEFAULT_SCHEDULER,
  type Observer,
  type Scheduler,
  type Turn,
  type View,
} from "../../interpreter/index.ts";

/**
 * The position of a thread in the interpreter: its last edge, and the points at which it has stood
 * in it.
 */
interface Stand {
  edge: CfaEdge | undefined;
  points: number;
}

type Stopping = Extract<Move, { kind: "stops" }>;

export class GuidedSchedule implements Scheduler, Observer {
  readonly #moves: readonly Move[];
  readonly #steps: RacingSteps;
  /**
   * Maps the thread numbers of the analysis to those of the interpreter, which follow the order of
   * creation.
   */
  readonly #numbers: ReadonlyMap<number, number>;
  readonly #stands: Stand[] = [];
  /** Threads that have created another thread and stand at some point after that. */
  readonly #behindCreation = new Set<number>();
  #position = 0;
  #hasBegun = false;
  #hasMoved = false;

  constructor(moves: readonly Move[], steps: RacingSteps) {
    this.#moves = moves;
    this.#steps = steps;
    const created = moves.flatMap((move) =>
      move.kind === "stops" && move.created !== undefined ? [move.created] : [],
    );
    this.#numbers = new Map([0, ...created].map((id, number) => [id, number]));
  }

  onEdge(edge: CfaEdge, { thread }: View): undefined {
    const stand = this.#standOf(thread);
    stand.edge = edge;
    stand.points = -1;
  }

  #standOf(thread: number): Stand {
    this.#stands[thread] ??= { edge: undefined, points: -1 };
    return this.#stands[thread];
  }

  next(choice: Choice): Turn | undefined {
    const isOnly = !this.#hasBegun && choice.ready.length === 0;
    // Before there is a second thread, moves do not contain spurious wake-ups, but a thread with a
    // target needs them.
    if (isOnly) return { thread: 0, points: 0 };
    // The thread with the last turn has come to a point.
    if (this.#hasMoved || !this.#hasBegun) this.#standOf(choice.last).points++;
    if (!this.#hasBegun) this.#skipForced();
    for (;;) {
      const move = this.#moves[this.#position];
      if (move === undefined) return DEFAULT_SCHEDULER.next(choice);
      const thread = this.#numbers.get(move.thread) ?? 0;
      const isAble = choice.ready.includes(thread) || choice.sleeping.includes(thread);
      if (move.kind === "stops") {
        const hasStopped = !isAble || (this.#hasMoved && this.#isAt(thread, move));
        if (!hasStopped) return this.#goOn(thread);
        this.#arrive(thread, move);
        continue;
      }
      this.#position++;
      this.#hasMoved = false;
      const end = this.#moves[this.#position];
      const isThere =
        this.#behindCreation.has(thread) && end?.kind === "stops" && this.#isAt(thread, end);
      if (isThere) this.#arrive(thread, end);
      else if (isAble) return this.#goOn(thread);
    }
  }

  /** No choice exists before there is a second thread. */
  #skipForced(): void {
    this.#hasBegun = true;
    const first = this.#moves.findIndex(
      (move) => move.kind === "stops" && move.created !== undefined,
    );
    this.#position = first + 1;
    this.#behindCreation.add(0);
  }

  #arrive(thread: number, { created }: Stopping): void {
    this.#position++;
    if (created === undefined) this.#behindCreation.delete(thread);
    else this.#behindCreation.add(thread);
  }

  #goOn(thread: number): Turn {
    this.#hasMoved = true;
    return { thread, points: 0 };
  }

  #isAt(thread: number, { at, created }: Stopping): boolean {
    // After a creation it stops anywhere.
    if (at === "ended") return false;
    if (created !== undefined) return true;
    const { edge, points } = this.#standOf(thread);
    if (edge === undefined) return false;
    const [next] = at.node.leaving;
    if (next === undefined) return edge.kind === "return" || edge.target.leaving.length === 0;
    const origin = this.#steps.originOf(next);
    if (origin === undefined) return false;
    // The interpreter reports a branch after its decision.
    const isThere = origin.kind === "assume" ? edge.target === origin.source : edge === origin;
    return isThere && points === pointOf(next, origin);
  }
}

/** Returns which of the points of an edge precedes the given access. */
function pointOf(part: CfaEdge, origin: CfaEdge): number {
  if (part === origin || origin.kind === "call") return 0;
  const loads = sharedLoads(origin);
  if (part.kind !== "assign") return 0;
  const read = part.value.kind === "load" ? loads.indexOf(part.value.address) : -1;
  return read < 0 ? loads.length : read;
}

function sharedLoads(edge: Exclude<CfaEdge, CallEdge>): Expression[] {
  const found: Expression[] = [];
  const expressions = edge.kind === "assign" ? [edge.value, edge.address] : expressionsOf(edge);
  for (const expression of expressions) {
    forEachSubexpression(expression, (part) => {
      if (part.kind === "load" && mayBeShared(part.address)) found.push(part.address);
    });
  }
  return found;
}

function mayBeShared(address: Expression): boolean {
  if (address.kind === "binary") return mayBeShared(address.left);
  if (address.kind !== "address" || !("size" in address.target)) return true;
  const { kind, isReadOnly, isAddressTaken } = address.target;
  return !isReadOnly && kind !== "string" && (kind === "global" || isAddressTaken);
}
