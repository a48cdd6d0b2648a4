/**
 * The effects of synchronisation functions on values: the orders and locks that they establish are known from the
 * exploration of threads.
 */

import type {
  AbstractState,
  Transfer,
  ValueCarriers,
} from "../../abstract-interpretation/index.ts";
import {
  ANY,
  CaseSplit,
  type ObjectPointer,
  range,
  type Value,
} from "../../abstract-interpretation/index.ts";
import { type CallEdge, type Expression, literalText, type ValueType } from "../../cfa/index.ts";
import { argumentAccesses } from "../../library-contracts/index.ts";
import { type ThreadEffect, threadEffectOf } from "../../pointers/index.ts";
import type { Passed } from "../../semantics/index.ts";
import { LOCK_SIZES } from "../race-freedom/lock-effects.ts";
import type { MutexKinds } from "../race-freedom/mutex-kinds.ts";
import type { PublishedMemory } from "./published-memory.ts";
import type { ThreadView, ThreadViews } from "./thread-view.ts";

export interface ThreadsAround {
  readonly transfer: Transfer;
  readonly views: ThreadViews;
  readonly memory: PublishedMemory;
  readonly mutexKinds: MutexKinds;
  /** Names of the first arguments of threads that may be created there. */
  readonly createdAt: (view: ThreadView) => readonly string[];
  /** Whether another thread may use locals of `main`. */
  readonly sharesLocals: boolean;
  readonly incomplete: (reason: string) => void;
}

interface SynchronisationCall {
  readonly edge: CallEdge;
  readonly name: string;
  readonly state: AbstractState;
  readonly passed: readonly Passed<ValueCarriers>[];
  readonly view: ThreadView;
}

/**
 * Minimal size in bytes of semaphores, barriers, condition variables and attributes: the bytes that their models
 * access.
 */
const OTHER_SIZE = 4;
/** Maximal size of these. */
const OBJECT_SIZE = 16;

export class Synchronisation {
  readonly #around: ThreadsAround;
  /** Results with which the latest call has not taken its lock; undefined for calls that take none, or always. */
  #busy: readonly number[] | undefined;

  constructor(around: ThreadsAround) {
    this.#around = around;
  }

  /** Returns and resets them. */
  takeBusy(): readonly number[] | undefined {
    const busy = this.#busy;
    this.#busy = undefined;
    return busy;
  }

  /** @returns whether the thread continues */
  call(call: SynchronisationCall): boolean {
    const { incomplete } = this.#around;
    const effect = threadEffectOf(call.name);
    if (effect === undefined) {
      incomplete(`'${call.name}' has no model here`);
      return false;
    }
    this.#demand(call);
    return this.#effect(effect, call);
  }

  /** Requires the memory that the call accesses; memory that it may write is forgotten by {@link #effect}. */
  #demand(call: SynchronisationCall): void {
    const { state, edge, passed, name } = call;
    const { evaluator, layout } = this.#around.transfer;
    for (const access of argumentAccesses(name, layout.pointerBits)) {
      const { argument: index, size, mayBeNull, isImplemented } = access;
      const argument = passed[index];
      if (isImplemented || argument?.kind !== "scalar") continue;
      if (mayBeNull && argument.value === 0) continue;
      if (access.isString) {
        if (literalText(edge.arguments[index]) !== undefined) continue;
        this.#around.incomplete(`a string for ${name} that may have no end`);
        continue;
      }
      const place = evaluator.memory.placeAt(
        state,
        argument.value,
        expressionOf(edge, index),
        size,
      );
      const isPlain = access.mode === "write" && place !== undefined;
      if (isPlain) evaluator.memory.overwrite(state, place, size);
    }
  }

  #effect(effect: ThreadEffect, call: SynchronisationCall): boolean {
    const { views, mutexKinds, incomplete, sharesLocals } = this.#around;
    const { state, view } = call;
    switch (effect.kind) {
      case "create":
        this.#create(effect, call);
        return this.#result(call, 0);
      case "exit":
        if (view.situation.context.thread.parent === undefined && sharesLocals) {
          incomplete("the first thread ends before others that use its variables");
        }
        views.end(state, view);
        return false;
      case "join":
        this.#store(call, 1, effect.storesPointer ? this.#pointerSize : 4);
        return this.#result(call, undefined);
      case "lock": {
        this.#store(call, 0, LOCK_SIZES[effect.type]);
        if (effect.busy.length === 0) {
          return this.#result(
            call,
            mutexKinds.refuseRelock || effect.type === "rwlock" ? undefined : 0,
          );
        }
        this.#busy = effect.busy;
        return true;
      }
      case "unlock":
        this.#store(call, 0, LOCK_SIZES[effect.type]);
        return this.#result(
          call,
          effect.type === "mutex" && mutexKinds.refuseUnlock ? undefined : 0,
        );
      case "initialise":
      case "destroy":
        this.#store(call, 0, LOCK_SIZES.spin);
        // Spin locks consist of these bytes only.
        if (!call.name.startsWith("pthread_spin_")) this.#object(call, 0);
        this.#place(call, 1, OTHER_SIZE);
        return this.#result(call, 0);
      case "await": {
        this.#object(call, 0);
        this.#store(call, 1, LOCK_SIZES.mutex);
        views.release(state, view);
        const results = effect.results;
        return this.#result(call, results.length === 1 ? results[0] : undefined);
      }
      case "once":
        incomplete("a routine that runs once");
        return false;
      case "create-key":
        this.#store(call, 0, 4);
        return this.#result(call, 0);
      case "set-specific":
      case "get-specific":
        return this.#result(call, undefined);
      case "set-mutex-type":
        this.#object(call, 0);
        return this.#result(call, undefined);
      case "none":
        for (const index of call.passed.keys()) {
          if (index === effect.stores) this.#store(call, index, OTHER_SIZE);
          else this.#object(call, index);
        }
        return this.#result(call, effect.result);
    }
  }

  get #pointerSize(): number {
    return this.#around.transfer.layout.pointerBits / 8;
  }

  #create(effect: ThreadEffect & { readonly kind: "create" }, call: SynchronisationCall): void {
    const { memory, createdAt, incomplete } = this.#around;
    const { state, passed, view } = call;
    const argument = passed[effect.argument];
    if (argument?.kind !== "scalar") {
      incomplete("the creation of a thread with arguments that do not fit");
      return;
    }
    if (effect.start === 2) this.#place(call, 1, OTHER_SIZE);
    const created = createdAt(view);
    if (created.length === 0) incomplete("a thread of which nothing is known");
    for (const key of created) memory.publish(state, key, argument.value);
    this.#store(call, 0, this.#pointerSize);
  }

  /**
   * The target of a pointer argument; undefined for null pointers, for other arguments, and for an unknown target,
   * which was recorded.
   */
  #place(call: SynchronisationCall, index: number, size: number): ObjectPointer | undefined {
    const { state, edge, passed } = call;
    const argument = passed[index];
    if (argument?.kind !== "scalar" || argument.type.kind !== "pointer") return undefined;
    if (argument.value === 0) return undefined;
    const expression = expressionOf(edge, index);
    return this.#around.transfer.evaluator.memory.placeAt(state, argument.value, expression, size);
  }

  /** The changes of the call in an object of synchronisation are not modelled: the program must not read it. */
  #object(call: SynchronisationCall, index: number): void {
    const place = this.#place(call, index, OTHER_SIZE);
    if (place === undefined) return;
    const { cells } = this.#around.transfer.layout.placeOf(place.object).layout;
    const inside = cells.some(
      ({ offset, size }) => offset < place.high + OBJECT_SIZE && offset + size > place.low,
    );
    if (inside) this.#around.incomplete("an object of synchronisation that is one of another type");
  }

  /** Makes the contents of the place unknown. */
  #store(call: SynchronisationCall, index: number, size: number): void {
    const place = this.#place(call, index, size);
    if (place === undefined) return;
    this.#around.transfer.evaluator.memory.overwrite(call.state, place, size);
  }

  /** @param result - undefined: any */
  #result({ edge, state }: SynchronisationCall, result: number | undefined): true {
    const { transfer } = this.#around;
    const { result: to } = edge;
    if (to === undefined || !("scalar" in to)) return true;
    transfer.storeResult(edge, state, result ?? this.#any(state, to.scalar));
    return true;
  }

  #any(state: AbstractState, type: ValueType): Value {
    return type.kind === "int" ? this.#around.transfer.evaluator.any(state, type) : ANY;
  }

  /**
   * Stores the result when a lock was taken, or was not.
   * @param results - of the call, unless the lock may refuse for other reasons
   */
  storeBusyResult(edge: CallEdge, state: AbstractState, results: readonly number[]): void {
    const { transfer, mutexKinds, incomplete } = this.#around;
    const { result: to } = edge;
    if (to === undefined || !("scalar" in to)) return;
    const [low, high] = [Math.min(...results), Math.max(...results)];
    const value = mutexKinds.refuseRelock
      ? this.#any(state, to.scalar)
      : transfer.evaluator.within(state, range(low, high));
    try {
      transfer.storeResult(edge, state, value);
    } catch (split) {
      if (!(split instanceof CaseSplit)) throw split;
      incomplete("the result of an attempt to lock is stored at a computed place");
    }
  }
}

function expressionOf({ arguments: all }: CallEdge, index: number): Expression | undefined {
  const argument = all[index];
  return argument?.kind === "scalar" ? argument.value : undefined;
}
