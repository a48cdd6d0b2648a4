/** One stack frame of a function in a symbolic execution: its automatic objects and pending states. */

import { invariant } from "../../../ground/util/errors.ts";
import type { CfaNode, FunctionCfa, MemoryObject } from "../../cfa/index.ts";
import type { MemoryAccess, UnbornContents } from "../memory/access.ts";
import type { SymbolicMemory } from "../memory/memory.ts";
import type { PathCondition } from "../memory/path-condition.ts";
import type { Region } from "../memory/region.ts";
import type { State } from "../memory/state.ts";
import type { SymbolicFrame } from "./carriers.ts";

export interface SymbolicStackFrameOptions {
  /** Memory for the parameters; parameters without an entry get new regions. */
  readonly parameters?: readonly Region[];
  /**
   * Whether several independent states share the regions: then an object that has ended stays in the contents of a
   * state, marked dead there, instead of being marked as ended for all states.
   */
  readonly sharesRegions?: boolean;
  /** Whether an object that is declared again keeps its memory, because states at other nodes refer to it, too. */
  readonly keepsRegions?: boolean;
  /** Memory of static objects of which the thread has its own instance. */
  readonly statics?: ReadonlyMap<MemoryObject, Region>;
}

const NO_STATICS: ReadonlyMap<MemoryObject, Region> = new Map();

export class SymbolicStackFrame implements SymbolicFrame {
  readonly function: FunctionCfa;
  readonly caller: SymbolicStackFrame | undefined;
  readonly path: PathCondition;
  readonly #locals: Map<MemoryObject, Region>;
  readonly #unborn: Map<Region, UnbornContents>;
  readonly #declared: Set<MemoryObject>;
  /** Ended instances of objects that have a new instance. */
  readonly #past: Region[];
  readonly #memory: SymbolicMemory;
  readonly #statics: ReadonlyMap<MemoryObject, Region>;
  readonly #sharesRegions: boolean;
  readonly #keepsRegions: boolean;
  readonly #ownStatics: ReadonlyMap<MemoryObject, Region>;
  /** States that wait at a node for the other states of their iteration. */
  pending: Map<CfaNode, State> = new Map();
  readonly allocas: Region[];
  readonly result: Region;

  /** @param copyOf - a stack frame of the same call that gets the same memory */
  constructor(
    fn: FunctionCfa,
    caller: SymbolicStackFrame | undefined,
    path: PathCondition,
    statics: ReadonlyMap<MemoryObject, Region>,
    memory: SymbolicMemory,
    options: SymbolicStackFrameOptions = {},
    copyOf?: SymbolicStackFrame,
  ) {
    const { parameters = [], sharesRegions = false, keepsRegions = false } = options;
    this.#keepsRegions = keepsRegions;
    this.#ownStatics = options.statics ?? NO_STATICS;
    this.function = fn;
    this.caller = caller;
    this.path = path;
    this.#statics = statics;
    this.#memory = memory;
    this.#sharesRegions = sharesRegions;
    this.#locals = new Map(copyOf === undefined ? [] : copyOf.#locals);
    this.#unborn = new Map(copyOf === undefined ? [] : copyOf.#unborn);
    this.#declared = new Set(copyOf === undefined ? [] : copyOf.#declared);
    this.#past = copyOf === undefined ? [] : [...copyOf.#past];
    this.allocas = [...(copyOf?.allocas ?? [])];
    this.result = copyOf?.result ?? memory.newRegion("automatic", `result of ${fn.name}`, {});
    if (copyOf !== undefined) return;
    for (const object of fn.locals) {
      const { name, size, align } = object;
      const given = parameters.find((region) => region.object === object);
      const region = given ?? memory.newRegion("automatic", name, { size, align, object });
      this.#locals.set(object, region);
    }
  }

  /** A copy of the stack frame for a second state. */
  fork(caller: SymbolicStackFrame | undefined): SymbolicStackFrame {
    const options = {
      sharesRegions: this.#sharesRegions,
      keepsRegions: this.#keepsRegions,
      statics: this.#ownStatics,
    };
    return new SymbolicStackFrame(
      this.function,
      caller,
      this.path,
      this.#statics,
      this.#memory,
      options,
      this,
    );
  }

  /** Its objects with their memory, in the order of the function. */
  get objects(): readonly (readonly [MemoryObject, Region])[] {
    return [...this.#locals];
  }

  regionOf(object: MemoryObject): Region {
    const region =
      this.#locals.get(object) ?? this.#ownStatics.get(object) ?? this.#statics.get(object);
    invariant(region !== undefined, `object '${object.name}' belongs to no stack frame`);
    return region;
  }

  /**
   * Gives objects whose declaration is not reached yet indeterminate contents: a jump may pass the declaration (C11
   * 6.2.4p6), and states are merged by contents.
   */
  begin(state: State, access: MemoryAccess): void {
    for (const [object, region] of this.#locals) {
      if (object.kind !== "local") continue;
      const unborn = access.unbornContents(object.name);
      this.#unborn.set(region, unborn);
      state.contents.set(region, object.isAddressTaken ? unborn.ended : unborn.initial);
    }
    state.contents.set(this.result, access.unbornContents(this.result.name).ended);
  }

  /**
   * Handles the declaration of an object. When its last instance has ended on every execution (according to the
   * contents in `state`), a new one takes its place, which old pointers do not reach.
   */
  declare(object: MemoryObject, state: State, access: MemoryAccess): Region {
    const old = this.regionOf(object);
    if (this.#keepsRegions) return old;
    const isFirst = !this.#declared.has(object);
    this.#declared.add(object);
    if (isFirst || !object.isAddressTaken) return old;
    if (access.isDead(state, old) === state.manager.false) return old;
    access.unsupportedUnlessDead(state, old);
    const { size, align } = object;
    const region = this.#memory.newRegion("automatic", object.name, { size, align, object });
    if (!this.#sharesRegions) {
      old.hasEnded = true;
      state.contents.delete(old);
      this.#past.push(old);
    }
    this.#locals.set(object, region);
    this.#unborn.set(region, access.unbornContents(object.name));
    return region;
  }

  /** Ends the lifetime of an object when its block is left. */
  endObject(object: MemoryObject, state: State): void {
    const region = this.regionOf(object);
    const unborn = this.#unborn.get(region);
    if (unborn === undefined) state.contents.delete(region);
    else state.contents.set(region, object.isAddressTaken ? unborn.ended : unborn.initial);
  }

  /** Removes all automatic objects but the result from a state. */
  forget(state: State): void {
    for (const region of this.#locals.values()) state.contents.delete(region);
    for (const region of this.#past) state.contents.delete(region);
  }

  /**
   * Ends the lifetime of all automatic objects in one state; those that a pointer may reach are kept, marked dead.
   */
  endFor(state: State, access: MemoryAccess): void {
    state.contents.delete(this.result);
    for (const [object, region] of this.#locals) {
      if (object.isAddressTaken) access.kill(state, region);
      else state.contents.delete(region);
    }
    for (const region of this.allocas) access.kill(state, region);
  }

  /** Ends the lifetime of all automatic objects and removes them from a state. */
  end(state: State | undefined): void {
    if (state !== undefined) this.forget(state);
    state?.contents.delete(this.result);
    for (const region of this.#locals.values()) region.hasEnded = true;
    for (const region of this.allocas) {
      region.hasEnded = true;
      state?.contents.delete(region);
    }
  }
}
