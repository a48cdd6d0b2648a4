/** Calls that create, order and end threads, or take and release locks. */
import type { CallEdge } from "../../cfa/index.ts";
import { argumentAccesses } from "../../library-contracts/index.ts";
import { constant, constantOf, threadEffectOf, type Value } from "../../pointers/index.ts";
import type { ExplorationSteps } from "./exploration-steps.ts";
import { argumentPlace } from "./intrinsic-effects.ts";
import { LOCK_SIZES, releaseLock, takeLock, withoutLocks } from "./lock-effects.ts";
import type { MutexKinds } from "./mutex-kinds.ts";
import type { ObjectLives } from "./object-lives.ts";
import type { Situation } from "./situations.ts";
import type { Evaluation, Located } from "./thread-evaluation.ts";
import type { ThreadLives } from "./thread-lives.ts";
import type { HeldLock, ThreadState } from "./thread-state.ts";

export class SynchronisationCalls {
  readonly #steps: ExplorationSteps;
  readonly #threads: ThreadLives;
  readonly #lives: ObjectLives;
  readonly #mutexKinds: MutexKinds;

  constructor(
    steps: ExplorationSteps,
    threads: ThreadLives,
    lives: ObjectLives,
    mutexKinds: MutexKinds,
  ) {
    this.#steps = steps;
    this.#threads = threads;
    this.#lives = lives;
    this.#mutexKinds = mutexKinds;
  }

  call(
    situation: Situation,
    edge: CallEdge,
    name: string,
    evaluation: Evaluation,
    values: readonly (Value | undefined)[],
  ): void {
    const effect = threadEffectOf(name);
    if (effect === undefined) {
      this.#steps.fail(
        name.startsWith("__agon_") ? "clean-up handlers" : `'${name}' has no model here`,
      );
      return;
    }
    this.#accesses(edge, name, evaluation);
    const { context } = situation;
    const go = (value?: Value): void => this.#steps.goOn(situation, edge, evaluation, value);
    const done = constant(0n, 32);
    const argument = (index: number): Located | undefined =>
      argumentPlace({ edge, evaluation }, index);
    const mayWait = !["none", "create", "set-specific", "get-specific"].includes(effect.kind);
    if (mayWait && evaluation.state.atomic > 0) {
      this.#steps.fail(`'${name}' in an atomic block`);
      return;
    }
    const call = { edge, evaluation, go, fail: (reason: string) => this.#steps.fail(reason) };
    switch (effect.kind) {
      case "create":
        this.#threads.create(situation, edge, effect, evaluation, values, go);
        return;
      case "exit":
        this.#lives.endActivations(context, evaluation.state, edge);
        this.#threads.end(context.thread, evaluation.state);
        return;
      case "join":
        this.#threads.join(situation, effect, evaluation, values[0], argument(1), go);
        return;
      case "lock":
        takeLock(effect, call, this.#mutexKinds);
        return;
      case "unlock":
        releaseLock(effect.type, call, this.#mutexKinds);
        return;
      case "initialise":
      case "destroy": {
        const lock = argument(0);
        if (lock === undefined) break;
        evaluation.access(lock, LOCK_SIZES.spin, { isWrite: true, role: "setup" });
        evaluation.state = withoutLocks(evaluation.state, lock);
        go(done);
        return;
      }
      case "await": {
        const lock = argument(1);
        if (lock !== undefined)
          evaluation.access(lock, LOCK_SIZES.mutex, { isWrite: false, role: "lock" });
        for (const result of effect.results) {
          const { state } = evaluation;
          go(constant(BigInt(result), 32));
          evaluation.state = state;
        }
        return;
      }
      case "once":
        this.#once(situation, edge, evaluation, argument(0), go);
        return;
      case "create-key": {
        const key = argument(0);
        const destructor = values[1];
        if (key === undefined || destructor === undefined || constantOf(destructor) !== 0n) {
          this.#steps.fail("destructors of data that threads keep by key");
          return;
        }
        evaluation.store(key, 4, undefined);
        go(done);
        return;
      }
      case "set-specific":
        evaluation.publish(values[1], argument(1)?.targets ?? []);
        go();
        return;
      case "get-specific":
      case "set-mutex-type":
        go();
        return;
      case "none":
        if (effect.stores !== undefined) {
          const to = argument(effect.stores);
          if (to !== undefined) evaluation.store(to, 4, undefined);
        }
        go(effect.result === 0 ? done : undefined);
        return;
    }
    this.#steps.fail(`a call of '${name}' with arguments that do not fit`);
  }

  /** Records the reads and writes of the call beside objects of synchronisation and results. */
  #accesses(edge: CallEdge, name: string, evaluation: Evaluation): void {
    const { pointerBits } = this.#steps.program.machine;
    for (const access of argumentAccesses(name, pointerBits)) {
      if (access.mode === "use" || access.isImplemented) continue;
      const at = argumentPlace({ edge, evaluation }, access.argument);
      if (at === undefined) continue;
      if (access.mode === "write") evaluation.store(at, access.size, undefined);
      else evaluation.access(at, access.size, { isWrite: false });
    }
  }

  /** The routine runs once, and later callers are ordered after it: as under a lock for reading and writing. */
  #once(
    situation: Situation,
    edge: CallEdge,
    evaluation: Evaluation,
    flag: Located | undefined,
    go: (value?: Value) => void,
  ): void {
    const routine = evaluation.argument(edge.arguments[1]);
    if (flag === undefined || routine === undefined) {
      this.#steps.fail("a routine that runs once, with arguments that do not fit");
      return;
    }
    evaluation.access(flag, LOCK_SIZES.spin, { isWrite: false, role: "lock" });
    const { state } = evaluation;
    const under = (mode: HeldLock["mode"]): ThreadState => {
      const { value, targets } = flag;
      const others = state.locks.filter((each) => each.value.key !== value.key);
      const added: HeldLock = { value, targets, type: "once", mode, count: 1 };
      return { ...state, locks: [...others, added] };
    };
    const found =
      routine.kind === "address"
        ? this.#steps.pointsTo.evaluate(routine)
        : evaluation.locate(routine).targets;
    if ([...found].some(({ place }) => place.kind === "unknown")) {
      this.#steps.fail("a routine that runs once, which may be any");
      return;
    }
    for (const name of this.#steps.pointsTo.functionsAt(found)) {
      const fn = this.#steps.program.functions.get(name);
      if (fn === undefined || fn.isLibrary) {
        this.#steps.fail(`'${name}' as a routine that runs once`);
        return;
      }
      this.#steps.enter(situation, edge, fn, under("exclusive"), [], flag.value);
    }
    evaluation.state = under("shared");
    go(constant(0n, 32));
  }
}
