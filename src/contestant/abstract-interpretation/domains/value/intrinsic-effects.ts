/** The effect of functions without a body on the states of the value domain. */
import {
  type CallEdge,
  type CfaEdge,
  LIBRARY_ANY,
  type ValueType,
  widthOf,
} from "../../../cfa/index.ts";

import type { IntrinsicAlgebra, IntrinsicCall, Lifetime } from "../../../semantics/index.ts";
import type { Check } from "../../../specification/index.ts";
import { decide, range } from "../interval/range.ts";
import type { AbstractState } from "./abstract-state.ts";
import { isBlock } from "./allocation-sites.ts";
import type { ValueCarriers } from "./carriers.ts";
import { isNumeric } from "./integer-arithmetic.ts";
import type { MemoryEffects } from "./memory-effects.ts";
import type { UnknownValues } from "./unknown-values.ts";
import { ANY, ObjectPointer, type Value } from "./value.ts";

const MIN_INT = -(2 ** 31);
const MAX_INT = 2 ** 31 - 1;

interface IntrinsicOptions {
  /** The values that the environment returns on an edge; on other edges any value. */
  readonly inputs: ReadonlyMap<CfaEdge, Value>;
  readonly asks: (check: Check) => boolean;
  readonly isAlone?: (state: AbstractState) => boolean;
}

export class IntrinsicEffects implements IntrinsicAlgebra<ValueCarriers> {
  readonly #unknown: UnknownValues;
  readonly #memory: MemoryEffects;
  readonly #inputs: ReadonlyMap<CfaEdge, Value>;

  /** Whether the property depends on a check: heap blocks, for example, are not tracked unless needed. */
  readonly #asks: (check: Check) => boolean;

  /** In programs with threads: whether no other thread exists, or will exist. */
  readonly #isAlone: ((state: AbstractState) => boolean) | undefined;

  constructor(
    unknown: UnknownValues,
    memory: MemoryEffects,
    { inputs, asks, isAlone }: IntrinsicOptions,
  ) {
    this.#asks = asks;
    this.#unknown = unknown;
    this.#memory = memory;
    this.#inputs = inputs;
    this.#isAlone = isAlone;
  }

  input({ edge, resultType, returnsBool }: IntrinsicCall, state: AbstractState): Value {
    if (resultType === undefined) return ANY;
    const value =
      this.#inputs.get(edge) ??
      (returnsBool
        ? this.#unknown.within(state, range(0, 1))
        : this.#unknown.any(state, resultType));
    state.history = {
      kind: "input",
      edge,
      bits: widthOf(resultType),
      value,
      before: state.history,
    };
    return value;
  }

  /** No execution continues. All frames stay, and their contents are not lost. */
  end(_call: IntrinsicCall, state: AbstractState): void {
    if (this.#asks("unfreed") && this.#memory.blocks.hasBlocks(state)) {
      this.#unknown.incompleteness.add("a block that may be left at the end");
    }
  }

  undefinedHere(): void {
    this.#unknown.incompleteness.add("__builtin_unreachable may be reached");
  }

  #any({ resultType }: IntrinsicCall, state: AbstractState): Value {
    return resultType === undefined ? ANY : this.#unknown.any(state, resultType);
  }

  // ------------------------------------------------------------------- memory

  allocate(
    call: IntrinsicCall,
    state: AbstractState,
    _frame: ValueCarriers["frame"],
    block: { readonly lifetime: Lifetime; readonly isZero: boolean } & {
      readonly size: Value;
      readonly count?: Value;
    },
  ): Value {
    const site = this.#memory.blocks.siteOf(call);
    const size = this.#bytesOf(state, block.size, block.count);
    // It is unknown which thread has the last pointer to a block.
    if (this.#isAlone !== undefined && block.lifetime === "heap") this.#mayBeLost();
    if (site === undefined || size === undefined || call.resultType?.kind !== "pointer") {
      if (block.lifetime === "heap") this.#mayBeLost();
      return this.#any(call, state);
    }
    const { blocks } = this.#memory;
    return site.isShared
      ? blocks.makeShared(state, site, size, block.isZero)
      : blocks.make(state, site, size, block.isZero);
  }

  /** A number of bytes; undefined where a product may not be a size. */
  #bytesOf(state: AbstractState, size: Value, count: Value = 1): Value | undefined {
    if (count === 1) return isNumeric(size) ? size : undefined;
    if (!isNumeric(size) || !isNumeric(count)) return undefined;
    const [a, b] = [state.rangeOf(size), state.rangeOf(count)];
    const most = BigInt(a.high) * BigInt(b.high);
    if (most > MAX_INT) return undefined;
    return this.#unknown.within(state, range(Number(a.low) * Number(b.low), Number(most)));
  }

  #mayBeLost(): void {
    if (this.#asks("leak") || this.#asks("unfreed")) {
      this.#unknown.incompleteness.add("a block that may be lost, or left at the end");
    }
  }

  reallocate(call: IntrinsicCall, state: AbstractState): Value {
    this.#unknown.incompleteness.add("realloc is not modelled");
    return this.#any(call, state);
  }

  free(_call: IntrinsicCall, state: AbstractState, pointer: Value, lifetime: Lifetime): void {
    const isAutomatic = lifetime === "automatic";
    const mayBeUsed = pointsToShared(pointer) && this.#isAlone?.(state) === false;
    if (mayBeUsed) this.#unknown.incompleteness.add("free of a block that others may use");
    if (pointer === 0 || this.#memory.blocks.end(state, pointer, isAutomatic)) return;
    // The builder ends the blocks of variable-length arrays where they are live.
    if (isAutomatic) return;
    this.#unknown.incompleteness.add("free of a block that is not known");
  }

  /** The number of bytes of a memory operation; undefined (and recorded as incompleteness) when it is not known. */
  #size(size: Value): number | undefined {
    if (typeof size === "number") return size;
    this.#unknown.incompleteness.add("a memory operation of unknown size");
    return undefined;
  }

  copyBytes(
    call: IntrinsicCall,
    state: AbstractState,
    to: Value,
    from: Value,
    size: Value,
    mayOverlap: boolean,
  ): Value {
    const bytes = this.#size(size);
    if (bytes === undefined) return this.#spoiled(state, to);
    const target = this.#memory.placeAt(state, to, call.arguments[0], bytes);
    const source = this.#memory.placeAt(state, from, call.arguments[1], bytes);
    this.#memory.copy(state, target, source, bytes, mayOverlap);
    return to;
  }

  fillBytes(call: IntrinsicCall, state: AbstractState, to: Value, byte: Value, size: Value): Value {
    const bytes = this.#size(size);
    if (bytes === undefined) return this.#spoiled(state, to);
    const target = this.#memory.placeAt(state, to, call.arguments[0], bytes);
    if (target === undefined) return to;
    if (byte === 0) this.#memory.clear(state, target, bytes);
    else this.#memory.overwrite(state, target, bytes);
    return to;
  }

  makeArbitrary(call: IntrinsicCall, state: AbstractState, pointer: Value, size: Value): void {
    this.#unknown.incompleteness.add("nondet-memory is not modelled");
    const bytes = this.#size(size);
    if (bytes === undefined) {
      this.#spoiled(state, pointer);
      return;
    }
    const target = this.#memory.placeAt(state, pointer, call.arguments[0], bytes);
    if (target !== undefined) this.#memory.overwrite(state, target, bytes);
  }

  /** An object after a write of an unknown number of bytes. */
  #spoiled(state: AbstractState, pointer: Value): Value {
    this.#memory.forgetTarget(state, pointer);
    return pointer;
  }

  requireDisjoint(): void {
    this.#unknown.incompleteness.add("objects that may overlap");
  }

  readString(
    { symbol }: IntrinsicCall,
    state: AbstractState,
    pointer: Value,
    limit: number | Value | undefined,
  ): void {
    if (!this.#asks("dereference")) return;
    const most = typeof limit === "number" && limit >= 0 ? limit : Number.POSITIVE_INFINITY;
    if (this.#memory.isString(state, pointer, most)) return;
    this.#unknown.incompleteness.add(`a string for ${symbol.name} that may have no end`);
  }

  requireBytes(
    call: IntrinsicCall,
    state: AbstractState,
    pointer: Value,
    size: number | Value,
    isWrite: boolean,
  ): void {
    if (!this.#asks("dereference")) return;
    const most = isNumeric(size) ? Number(state.rangeOf(size).high) : Number.POSITIVE_INFINITY;
    if (most === 0) return;
    const place = this.#memory.placeAt(state, pointer, call.arguments[0], most);
    if (isWrite && place?.object.isReadOnly === true) {
      this.#unknown.incompleteness.add(`possible write to '${place.object.name}'`);
    }
  }

  readUnseen(_call: IntrinsicCall, _state: AbstractState, reason: string): void {
    if (this.#asks("dereference")) this.#unknown.incompleteness.add(reason);
  }

  // ------------------------------------------------------------------ numbers

  openResult(
    _call: IntrinsicCall,
    state: AbstractState,
    promise: "sign" | "value",
    usual: Value,
  ): Value {
    const zero = range(0, 0);
    const known = isNumeric(usual) ? state.rangeOf(usual) : range(MIN_INT, MAX_INT);
    if (promise === "value") return this.#unknown.within(state, range(MIN_INT, MAX_INT));
    const low = decide("ge", known, zero) === true ? 0 : MIN_INT + 1;
    const high = decide("le", known, zero) === true ? 0 : MAX_INT;
    if (decide("ne", known, zero) !== true) return this.#unknown.within(state, range(low, high));
    const excluded = low < 0 && high > 0 ? [0] : [];
    const any = range(low === 0 ? 1 : low, high === 0 ? -1 : high);
    return this.#unknown.within(state, { ...any, excluded });
  }

  libraryChoice(): Value {
    return LIBRARY_ANY;
  }

  /** The first thread has the number 1. */
  currentThread(): Value {
    return 1;
  }

  floatFunction(call: IntrinsicCall, state: AbstractState): Value {
    return this.#any(call, state);
  }

  roundingMode(call: IntrinsicCall, state: AbstractState): Value {
    return this.#any(call, state);
  }

  setRoundingMode(call: IntrinsicCall, state: AbstractState): Value {
    this.#unknown.incompleteness.add("fesetround is not modelled");
    return this.#any(call, state);
  }

  requireNonzero({ symbol }: IntrinsicCall, state: AbstractState, operand: Value): void {
    const isNonzero =
      isNumeric(operand) && decide("ne", state.rangeOf(operand), range(0, 0)) === true;
    if (!isNonzero) this.#unknown.incompleteness.add(`possible ${symbol.name} of 0`);
  }

  bits(call: IntrinsicCall, state: AbstractState): Value {
    return this.#any(call, state);
  }

  unmodelled(_edge: CallEdge, reason: string): boolean {
    this.#unknown.incompleteness.add(`${reason}: not modelled`);
    return false;
  }

  arbitraryResult(_edge: CallEdge, type: ValueType, state: AbstractState): Value {
    return this.#unknown.any(state, type);
  }
}

function pointsToShared(pointer: Value): boolean {
  if (!(pointer instanceof ObjectPointer)) return false;
  const { object } = pointer;
  return isBlock(object) && object.site.isShared;
}
