/** Creation, end, and joins of threads. */
import { accessSize, type CallEdge, type FunctionCfa } from "../../cfa/index.ts";
import type { ThreadEffect } from "../../pointers/index.ts";
import {
  atom,
  constant,
  objectPlace,
  singleAtom,
  union,
  type Value,
} from "../../pointers/index.ts";
import type { ExplorationSteps } from "./exploration-steps.ts";
import type { Situation } from "./situations.ts";
import { ancestry, MAIN_THREAD, type Thread } from "./thread.ts";
import type { Evaluation, Located } from "./thread-evaluation.ts";
import { EMPTY_STATE, forget, intersection, type ThreadState, withCell } from "./thread-state.ts";
import { isSingle } from "./tracked-memory.ts";

const MAX_THREADS = 400;

export class ThreadLives {
  readonly #steps: ExplorationSteps;
  readonly threads: Map<string, Thread> = new Map([[MAIN_THREAD.key, MAIN_THREAD]]);
  /** Situations in which threads are created. */
  readonly creations: Map<string, Set<Situation>> = new Map();
  /** Threads that create further instances of themselves. */
  readonly recurring: Set<string> = new Set();
  /** Threads that a thread has certainly awaited when it ends; absent while it has no end. */
  readonly #ends = new Map<string, ReadonlySet<string>>();
  readonly #waiting = new Map<string, Set<Situation>>();

  constructor(steps: ExplorationSteps) {
    this.#steps = steps;
  }

  end(thread: Thread, { joined }: ThreadState): void {
    const known = this.#ends.get(thread.key);
    const next = known === undefined ? joined : intersection(known, joined);
    if (next === known || this.#steps.isRecording()) return;
    this.#ends.set(thread.key, next);
    for (const situation of this.#waiting.get(thread.key) ?? [])
      this.#steps.situations.enqueue(situation);
  }

  create(
    situation: Situation,
    edge: CallEdge,
    effect: ThreadEffect & { kind: "create" },
    evaluation: Evaluation,
    values: readonly (Value | undefined)[],
    go: (value?: Value) => void,
  ): void {
    const thread = this.#threadOf(situation, edge);
    if (this.threads.size > MAX_THREADS) {
      this.#steps.fail("too many threads");
      return;
    }
    const sites = this.creations.get(thread.key) ?? new Set();
    this.creations.set(thread.key, sites.add(situation));
    const start = evaluation.argument(edge.arguments[effect.start]);
    const to = evaluation.argument(edge.arguments[0]);
    if (start === undefined || to === undefined) {
      this.#steps.fail("the creation of a thread with arguments that do not fit");
      return;
    }
    const passed = evaluation.argument(edge.arguments[effect.argument]);
    const value = values[effect.argument];
    if (passed !== undefined) {
      evaluation.publish(value, this.#steps.pointsTo.evaluate(passed));
    }
    const routines =
      start.kind === "address"
        ? this.#steps.pointsTo.evaluate(start)
        : evaluation.locate(start).targets;
    if ([...routines].some(({ place }) => place.kind === "unknown")) {
      this.#steps.fail("a thread that may start anywhere");
      return;
    }
    for (const name of this.#steps.pointsTo.functionsAt(routines)) {
      const fn = this.#steps.program.functions.get(name);
      if (fn === undefined || fn.isLibrary || fn === this.#steps.program.main) {
        this.#steps.fail(`a thread that starts with '${name}'`);
        return;
      }
      this.#steps.begin(thread, fn, this.#startState(evaluation.state, thread, fn, value));
    }
    // The handle denotes the latest thread that was created here.
    const name = `thread ${thread.key}`;
    evaluation.state = forget(evaluation.state, new Set([name]));
    evaluation.state = {
      ...evaluation.state,
      created: union(evaluation.state.created, new Set([thread.key])),
    };
    const located = evaluation.locate(to);
    evaluation.store(located, this.#steps.program.machine.pointerBits / 8, atom(name));
    go(constant(0n, 32));
  }

  #startState(
    state: ThreadState,
    thread: Thread,
    fn: FunctionCfa,
    value: Value | undefined,
  ): ThreadState {
    let start: ThreadState = { ...EMPTY_STATE, joined: state.joined };
    const [parameter] = fn.parameters;
    if (parameter?.scalar === undefined || value === undefined) return start;
    const place = objectPlace(parameter);
    if (!this.#steps.memory.isTracked(place, thread) || !this.#isShareable(value)) return start;
    start = withCell(start, place.key, `0:${accessSize(parameter.scalar)}`, value);
    return start;
  }

  /**
   * Whether a value means the same to another thread: constants, and addresses of objects with a single instance.
   */
  #isShareable(value: Value): boolean {
    return [...value.terms.keys()].every((name) => {
      const place = this.#steps.names.place(name);
      return (
        place?.kind === "function" ||
        (place?.kind === "object" && isSingle(place, this.#steps.program))
      );
    });
  }

  #threadOf({ context, state }: Situation, edge: CallEdge): Thread {
    const { thread } = context;
    // A thread that creates threads like itself is identified with them.
    const same = ancestry(thread).find(({ creation }) => creation === edge);
    if (same !== undefined) {
      this.recurring.add(same.key);
      return same;
    }
    const calls = context.key.slice(thread.key.length);
    const key = `${thread.key}/${calls}#${edge.id}(${this.#steps.situations.controlKey(context, state)})`;
    let found = this.threads.get(key);
    if (found === undefined) {
      found = { key, parent: thread, creation: edge };
      this.threads.set(key, found);
    }
    return found;
  }

  join(
    situation: Situation,
    effect: ThreadEffect & { kind: "join" },
    evaluation: Evaluation,
    handle: Value | undefined,
    result: Located | undefined,
    go: (value?: Value) => void,
  ): void {
    const named = handle === undefined ? undefined : singleAtom(handle);
    const key =
      named?.rest === 0n && named.name.startsWith("thread ") ? named.name.slice(7) : undefined;
    if (key !== undefined) {
      const waiting = this.#waiting.get(key) ?? new Set();
      this.#waiting.set(key, waiting.add(situation));
      const ended = this.#ends.get(key);
      // No end of that thread has been reached: nothing follows.
      if (ended === undefined) return;
      const { state } = evaluation;
      evaluation.state = { ...state, joined: union(state.joined, union(ended, new Set([key]))) };
    }
    if (result !== undefined && result.targets.length > 0) {
      evaluation.publish(undefined, []);
      const size = effect.storesPointer ? this.#steps.program.machine.pointerBits / 8 : 4;
      evaluation.store(result, size, undefined);
    }
    go(key === undefined ? undefined : constant(0n, 32));
  }
}
