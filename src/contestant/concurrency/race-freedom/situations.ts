/**
 * Situations of threads, that is places with their facts: the states of an exploration, merged where they are
 * alike.
 */
import type { CfaNode, FunctionCfa, MemoryObject } from "../../cfa/index.ts";
import { constantOf, objectPlace } from "../../pointers/index.ts";
import type { ControlledLoops } from "./control-variables.ts";
import type { Context } from "./thread.ts";
import { lockSignature, mergeStates, type ThreadState } from "./thread-state.ts";

/** A place in the execution of a thread, with the facts there. */
export interface Situation {
  readonly context: Context;
  readonly node: CfaNode;
  state: ThreadState;
  readonly successors: Set<Situation>;
  /** Whether it represents several that were too many to be distinguished: their locks are not known. */
  readonly isMerged: boolean;
  isQueued: boolean;
}

/** Number of situations of a node and call stack that are distinguished; more are merged without locks. */
const MAX_APART = 72;
/** Number of entries of the queue that are removed at a time. */
const QUEUE_CHUNK = 65_536;

export class Situations {
  readonly #control: ReadonlyMap<FunctionCfa, ControlledLoops>;
  readonly #byKey = new Map<string, Situation>();
  /** Number of situations of a node with a call stack. */
  readonly #apart = new Map<string, number>();
  readonly #contexts = new Map<string, Context>();
  readonly #variables = new Map<Context, readonly MemoryObject[]>();
  readonly #queue: Situation[] = [];
  #head = 0;

  constructor(control: ReadonlyMap<FunctionCfa, ControlledLoops>) {
    this.#control = control;
  }

  get all(): Iterable<Situation> {
    return this.#byKey.values();
  }

  get size(): number {
    return this.#byKey.size;
  }

  /** The next situation whose successors have to be computed. */
  take(): Situation | undefined {
    const situation = this.#queue[this.#head++];
    if (situation !== undefined) situation.isQueued = false;
    if (this.#head > QUEUE_CHUNK) {
      this.#queue.splice(0, this.#head);
      this.#head = 0;
    }
    return situation;
  }

  enqueue(situation: Situation): void {
    if (situation.isQueued) return;
    situation.isQueued = true;
    this.#queue.push(situation);
  }

  /** Whether a condition there decides how often threads are created or awaited. */
  isControl(fn: FunctionCfa, node: CfaNode): boolean {
    return this.#control.get(fn)?.exits.has(node) ?? false;
  }

  context(key: string, made: Omit<Context, "key" | "caller"> & Partial<Context>): Context {
    let context = this.#contexts.get(key);
    if (context === undefined) {
      context = { caller: undefined, ...made, key };
      this.#contexts.set(key, context);
      const own = this.#control.get(made.fn)?.variables ?? [];
      const caller = made.caller?.context;
      const outer = caller === undefined ? [] : (this.#variables.get(caller) ?? []);
      this.#variables.set(context, [...outer, ...own]);
    }
    return context;
  }

  /** Values of the variables that distinguish executions of loops. */
  controlKey(context: Context, { cells }: ThreadState): string {
    const parts: string[] = [];
    for (const object of this.#variables.get(context) ?? []) {
      const cell = cells.get(objectPlace(object).key)?.get(`0:${object.size}`);
      parts.push(String((cell && constantOf(cell)) ?? "?"));
    }
    return parts.join(",");
  }

  /**
   * Records that a thread may reach a situation.
   * @param step.isFinal - whether all reachable situations are known already
   * @returns false when it is final and the situation is new
   */
  reach(step: {
    readonly from: Situation | undefined;
    readonly context: Context;
    readonly node: CfaNode;
    readonly state: ThreadState;
    readonly isFinal: boolean;
  }): boolean {
    const { from, context, node, isFinal } = step;
    let { state } = step;
    const at = `${context.key} ${node.id}`;
    let key = `${at} ${lockSignature(state)} ${this.controlKey(context, state)}`;
    const apart = this.#apart.get(at) ?? 0;
    let isMerged = false;
    if (!this.#byKey.has(key) && (isFinal || apart >= MAX_APART)) {
      state = { ...state, locks: [], facts: new Map() };
      key = `${at} ${state.atomic} merged`;
      isMerged = true;
    }
    let situation = this.#byKey.get(key);
    if (situation === undefined) {
      if (isFinal) return false;
      this.#apart.set(at, apart + 1);
      situation = { context, node, state, successors: new Set(), isMerged, isQueued: false };
      this.#byKey.set(key, situation);
      this.enqueue(situation);
    } else if (!isFinal) {
      const merged = mergeStates(situation.state, state);
      if (merged !== situation.state) {
        situation.state = merged;
        this.enqueue(situation);
      }
    }
    from?.successors.add(situation);
    return true;
  }
}
