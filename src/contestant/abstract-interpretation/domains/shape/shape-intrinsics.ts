/** The effect of functions without a body on the graphs of the shape domain. */
import { type CallEdge, type Expression, LIBRARY_ANY, type ValueType } from "../../../cfa/index.ts";
import type { IntrinsicAlgebra, IntrinsicCall, Lifetime } from "../../../semantics/index.ts";
import { decide, range } from "../interval/range.ts";
import { ANY, isInteger } from "../value/value.ts";
import type { ShapeCarriers } from "./carriers.ts";
import type { ShapeContext } from "./shape-context.ts";
import { edgesWithin, type ShapeMemory } from "./shape-memory.ts";
import { type ShapeObject, zeroBlock } from "./shape-object.ts";
import { SegmentSplit, type ShapeState } from "./shape-state.ts";
import { isNumber, ShapePointer, type ShapeValue } from "./shape-value.ts";

const MIN_INT = -(2 ** 31);
const MAX_INT = 2 ** 31 - 1;

export interface IntrinsicOptions {
  /** Whether strings must have an end. */
  readonly checksStrings: boolean;
  /** Called with every state at which the program ends in a call. */
  readonly onEnd: (state: ShapeState) => void;
}

export class ShapeIntrinsics implements IntrinsicAlgebra<ShapeCarriers> {
  readonly #context: ShapeContext;
  readonly #memory: ShapeMemory;
  readonly #options: IntrinsicOptions;

  constructor(context: ShapeContext, memory: ShapeMemory, options: IntrinsicOptions) {
    this.#context = context;
    this.#memory = memory;
    this.#options = options;
  }

  input({ resultType, returnsBool }: IntrinsicCall, state: ShapeState): ShapeValue {
    if (resultType === undefined) return ANY;
    return returnsBool
      ? this.#context.within(state, range(0, 1))
      : this.#context.any(state, resultType);
  }

  end(_call: IntrinsicCall, state: ShapeState): void {
    this.#options.onEnd(state);
  }

  undefinedHere(): void {
    this.#context.doubt("undefined", "__builtin_unreachable may be reached");
  }

  #any({ resultType }: IntrinsicCall, state: ShapeState): ShapeValue {
    return resultType === undefined ? ANY : this.#context.any(state, resultType);
  }

  // ------------------------------------------------------------------- blocks

  allocate(
    { edge }: IntrinsicCall,
    state: ShapeState,
    _frame: ShapeCarriers["frame"],
    block: {
      readonly lifetime: Lifetime;
      readonly isZero: boolean;
      readonly size: ShapeValue;
      readonly count?: ShapeValue;
    },
  ): ShapeValue {
    const { size, count, lifetime, isZero } = block;
    const bytes = this.#bytes(state, size, count);
    const { edges, ...object } = this.#newBlock(state, bytes.least, lifetime, edge);
    const zeros = isZero && bytes.least > 0 ? [zeroBlock(0, bytes.least)] : edges;
    state.graph.put({ ...object, isExactSize: bytes.isExact, edges: zeros });
    return new ShapePointer(object.id, "region", 0);
  }

  #newBlock(state: ShapeState, size: number, lifetime: Lifetime, edge: CallEdge): ShapeObject {
    const isHeap = lifetime === "heap";
    return {
      id: this.#context.newObject(),
      name: `block of ${edge.source.functionName}`,
      storage: isHeap ? "heap" : "automatic",
      depth: isHeap ? 0 : state.frame.depth,
      size,
      isExactSize: true,
      isValid: true,
      isReadOnly: false,
      isLiteral: false,
      owner: undefined,
      segment: undefined,
      edges: [],
    };
  }

  /** The least number of bytes of a block. */
  #bytes(
    state: ShapeState,
    size: ShapeValue,
    count: ShapeValue | undefined,
  ): { readonly least: number; readonly isExact: boolean } {
    const one = isNumber(size) ? state.rangeOf(size) : range(0, Number.POSITIVE_INFINITY);
    if (count === undefined) {
      return { least: Number(one.low), isExact: isInteger(size) };
    }
    if (isNumber(count)) {
      const other = state.rangeOf(count);
      const most = Number(one.high) * Number(other.high);
      // Below, the product is a size, and numbers are exact.
      if (most < 2 ** 31) {
        return {
          least: Number(one.low) * Number(other.low),
          isExact: isInteger(size) && isInteger(count),
        };
      }
    }
    return this.#context.doubt("unsupported", "calloc of an unknown size");
  }

  /** A pointer to the start of a live block, which may be ended; undefined for null. */
  #block(state: ShapeState, pointer: ShapeValue, lifetime: Lifetime): ShapeObject | undefined {
    const { doubt } = this.#context;
    if (pointer === 0) return undefined;
    if (!(pointer instanceof ShapePointer)) {
      return doubt("free", "free of a pointer that is not known");
    }
    const object = state.graph.object(pointer.target);
    if (object.segment !== undefined) {
      if (pointer.spec === "first" || pointer.spec === "last") {
        throw new SegmentSplit(object.id, pointer.spec);
      }
      return doubt("unsupported", "free of a node inside of a segment");
    }
    if (!object.isValid) return doubt("free", `possible second free of '${object.name}'`);
    const isBlock = object.storage === (lifetime === "heap" ? "heap" : "automatic");
    if (!isBlock || !pointer.isExact || pointer.low !== 0) {
      return doubt("free", `possible free of something in '${object.name}'`);
    }
    return object;
  }

  free(_call: IntrinsicCall, state: ShapeState, pointer: ShapeValue, lifetime: Lifetime): void {
    const block = this.#block(state, pointer, lifetime);
    if (block !== undefined) state.graph.invalidate(block.id);
  }

  reallocate(
    call: IntrinsicCall,
    state: ShapeState,
    frame: ShapeCarriers["frame"],
    pointer: ShapeValue,
    size: ShapeValue,
  ): ShapeValue {
    const block = this.#block(state, pointer, "heap");
    const least = isNumber(size) ? Number(state.rangeOf(size).low) : 0;
    // For zero bytes, the block is freed, and no new one is made.
    if (least < 0 || (least === 0 && !isInteger(size))) {
      return this.#context.doubt("unsupported", "realloc to an unknown size");
    }
    if (block !== undefined && size === 0) {
      state.graph.invalidate(block.id);
      return 0;
    }
    const fresh = this.allocate(call, state, frame, { lifetime: "heap", isZero: false, size });
    if (block !== undefined && fresh instanceof ShapePointer) {
      const kept = edgesWithin(block.edges, 0, Math.min(block.size, least));
      state.graph.update(fresh.target, { edges: kept });
      state.graph.invalidate(block.id);
    }
    return fresh;
  }

  // ------------------------------------------------------------------- memory

  /** The place of an operation on a number of bytes; with the greatest number when it is not known. */
  #place(
    state: ShapeState,
    pointer: ShapeValue,
    address: Expression | undefined,
    size: number,
  ): ShapePointer {
    return this.#memory.target(state, pointer, size, this.#memory.indicesOf(address));
  }

  #size(state: ShapeState, size: ShapeValue): { readonly most: number; readonly isExact: boolean } {
    if (!isNumber(size)) return { most: Number.POSITIVE_INFINITY, isExact: false };
    return { most: Number(state.rangeOf(size).high), isExact: isInteger(size) };
  }

  copyBytes(
    call: IntrinsicCall,
    state: ShapeState,
    to: ShapeValue,
    from: ShapeValue,
    size: ShapeValue,
    mayOverlap: boolean,
  ): ShapeValue {
    const { most, isExact } = this.#size(state, size);
    const target = this.#place(state, to, call.arguments[0], most);
    const source = this.#place(state, from, call.arguments[1], most);
    if (isExact) this.#memory.copy(state, target, source, most, mayOverlap);
    else {
      if (target.target === source.target && !mayOverlap) {
        this.#context.doubt("undefined", "copy between objects that may overlap");
      }
      this.#memory.overwrite(state, target, most);
    }
    return to;
  }

  fillBytes(
    call: IntrinsicCall,
    state: ShapeState,
    to: ShapeValue,
    byte: ShapeValue,
    size: ShapeValue,
  ): ShapeValue {
    const { most, isExact } = this.#size(state, size);
    const target = this.#place(state, to, call.arguments[0], most);
    if (byte === 0 && isExact) this.#memory.clear(state, target, most);
    else this.#memory.overwrite(state, target, most);
    return to;
  }

  makeArbitrary(
    call: IntrinsicCall,
    state: ShapeState,
    pointer: ShapeValue,
    size: ShapeValue,
  ): void {
    const { most } = this.#size(state, size);
    this.#memory.overwrite(state, this.#place(state, pointer, call.arguments[0], most), most);
  }

  requireDisjoint(): void {
    this.#context.doubt("undefined", "objects that may overlap");
  }

  /** A string has an end where a byte of its object is zero. */
  readString({ symbol }: IntrinsicCall, state: ShapeState, pointer: ShapeValue): void {
    if (!this.#options.checksStrings) return;
    const { target, high } = this.#memory.target(state, pointer, 1);
    const { isLiteral, edges } = state.graph.object(target);
    const hasEnd = edges.some(({ value, offset, size }) => value === 0 && offset + size > high);
    if (isLiteral || hasEnd) return;
    this.#context.doubt("dereference", `a string for ${symbol.name} that may have no end`);
  }

  requireBytes(
    call: IntrinsicCall,
    state: ShapeState,
    pointer: ShapeValue,
    size: number | ShapeValue,
    isWrite: boolean,
  ): void {
    if (!this.#options.checksStrings) return;
    const { most } = this.#size(state, size);
    if (most === 0) return;
    const { target } = this.#place(state, pointer, call.arguments[0], most);
    if (isWrite && state.graph.object(target).isLiteral) {
      this.#context.doubt("undefined", `a write to a string literal by ${call.symbol.name}`);
    }
  }

  readUnseen(_call: IntrinsicCall, _state: ShapeState, reason: string): void {
    if (this.#options.checksStrings) this.#context.doubt("dereference", reason);
  }

  // ------------------------------------------------------------------ numbers

  openResult(
    _call: IntrinsicCall,
    state: ShapeState,
    promise: "sign" | "value",
    usual: ShapeValue,
  ): ShapeValue {
    const zero = range(0, 0);
    if (promise === "sign" && isNumber(usual)) {
      const known = state.rangeOf(usual);
      if (decide("eq", known, zero) === true) return 0;
      if (decide("gt", known, zero) === true) {
        return this.#context.within(state, range(1, MAX_INT));
      }
      if (decide("lt", known, zero) === true) {
        return this.#context.within(state, range(MIN_INT + 1, -1));
      }
    }
    return this.#context.within(state, range(MIN_INT, MAX_INT));
  }

  libraryChoice(): ShapeValue {
    return LIBRARY_ANY;
  }

  /** The first thread has the number 1. */
  currentThread(): ShapeValue {
    return 1;
  }

  floatFunction(call: IntrinsicCall, state: ShapeState): ShapeValue {
    return this.#any(call, state);
  }

  roundingMode(call: IntrinsicCall, state: ShapeState): ShapeValue {
    return this.#any(call, state);
  }

  setRoundingMode(): ShapeValue {
    return this.#context.doubt("unsupported", "fesetround");
  }

  requireNonzero({ symbol }: IntrinsicCall, state: ShapeState, operand: ShapeValue): void {
    const isNonzero =
      isNumber(operand) && decide("ne", state.rangeOf(operand), range(0, 0)) === true;
    if (!isNonzero) this.#context.doubt("undefined", `possible ${symbol.name} of 0`);
  }

  bits(call: IntrinsicCall, state: ShapeState): ShapeValue {
    return this.#any(call, state);
  }

  unmodelled(_edge: CallEdge, reason: string): boolean {
    return this.#context.doubt("unsupported", reason);
  }

  arbitraryResult(_edge: CallEdge, type: ValueType, state: ShapeState): ShapeValue {
    return this.#context.any(state, type);
  }
}
