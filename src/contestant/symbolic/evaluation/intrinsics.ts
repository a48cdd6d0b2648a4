/** Symbolic meaning of functions without a body (contestant/cfa/model/intrinsics.ts documents each). */

import { invariant } from "../../../ground/util/errors.ts";
import { floatFmod, floatNaN } from "../../../ground/util/ieee-float.ts";
import { unreachableKind } from "../../../ground/util/unreachable-kind.ts";
import {
  type BitOperation,
  type CallEdge,
  type FloatOperation,
  type FloatValueType,
  FP_CLASSES,
  formatOf,
  LIBRARY_ANY,
  type ValueType,
  widthOf,
} from "../../cfa/index.ts";
import type { IntrinsicAlgebra, IntrinsicCall, Lifetime } from "../../semantics/index.ts";
import type { RoundingMode, Term, TermManager } from "../../smt/index.ts";
import type { MemoryAccess } from "../memory/access.ts";
import type { BlockChecks } from "../memory/block-checks.ts";
import { ByteRanges } from "../memory/byte-ranges.ts";
import type { ExecutionRecord } from "../memory/execution-record.ts";
import type { SymbolicMemory } from "../memory/memory.ts";
import { constantLeaves } from "../memory/offsets.ts";
import { decidedBy } from "../memory/path-condition.ts";
import type { State } from "../memory/state.ts";
import { UnsupportedFeature } from "../memory/unsupported.ts";
import { Pointer, type Value } from "../memory/value.ts";
import type { SymbolicCarriers, SymbolicFrame } from "./carriers.ts";
import { cRoundingMode, type Evaluator } from "./evaluator.ts";
import { HeapBlocks } from "./heap-blocks.ts";

/** Maximal number of bytes of a string that are read. */
const MAX_STRING = 4096;

export class SymbolicIntrinsics implements IntrinsicAlgebra<SymbolicCarriers> {
  readonly #manager: TermManager;
  readonly #memory: SymbolicMemory;
  readonly #access: MemoryAccess;
  readonly #evaluator: Evaluator;
  readonly #record: ExecutionRecord;
  readonly #blocks: BlockChecks;
  readonly #heap: HeapBlocks;
  readonly #ranges: ByteRanges;

  constructor(
    memory: SymbolicMemory,
    access: MemoryAccess,
    evaluator: Evaluator,
    record: ExecutionRecord,
    blocks: BlockChecks,
  ) {
    this.#blocks = blocks;
    this.#manager = memory.manager;
    this.#memory = memory;
    this.#access = access;
    this.#evaluator = evaluator;
    this.#record = record;
    this.#heap = new HeapBlocks(memory, access, record);
    this.#ranges = new ByteRanges(memory, access);
  }

  #term(value: Value): Term {
    return value instanceof Pointer ? this.#memory.addressOf(value) : value;
  }

  /** A size argument at pointer width. */
  #size(value: Value): Term {
    const term = this.#term(value);
    const width = this.#memory.pointerBits;
    return term.width > width
      ? this.#manager.extract(term, width - 1, 0)
      : this.#manager.zeroExtend(term, width);
  }

  /** Converts a result to the type of the call. */
  #result({ resultType }: IntrinsicCall, value: Value): Value {
    return resultType === undefined ? value : this.#evaluator.fromMemory(value, resultType);
  }

  input(call: IntrinsicCall, state: State): Value {
    const { resultType } = call;
    invariant(resultType !== undefined, "inputs that are discarded are not asked for");
    return this.#arbitrary(call, resultType, state);
  }

  end({ edge }: IntrinsicCall, state: State): void {
    this.#blocks.programEnds(state, edge, false);
    state.restrict(this.#manager.false);
  }

  undefinedHere(_call: IntrinsicCall, state: State): void {
    const reason = "__builtin_unreachable is reached";
    this.#access.undefinedWhen(state, this.#manager.true, reason);
    state.restrict(this.#manager.false);
  }

  unmodelled(edge: CallEdge, reason: string, state: State): boolean {
    const guard = state.path.term;
    this.#record.obligations.add({ check: "unsupported", guard, reason, edge });
    return false;
  }

  arbitraryResult(): never {
    throw new UnsupportedFeature("an unknown result");
  }

  libraryChoice(call: IntrinsicCall): Value {
    return this.#result(call, this.#manager.constant(32, BigInt(LIBRARY_ANY)));
  }

  currentThread(call: IntrinsicCall): Value {
    const { resultType } = call;
    return this.#manager.constant(resultType === undefined ? 32 : widthOf(resultType), 1n);
  }

  roundingMode(call: IntrinsicCall, state: State): Value {
    return this.#result(call, state.roundingMode);
  }

  #arbitrary(call: IntrinsicCall, type: ValueType, state: State): Value {
    const manager = this.#manager;
    const prefix = `${call.symbol.name}@${call.edge.id}`;
    const value = call.returnsBool
      ? manager.zeroExtend(manager.freshVariable(prefix, 1), widthOf(type))
      : manager.freshVariable(prefix, widthOf(type));
    this.#record.inputs.push({ guard: state.path.term, edge: call.edge, value });
    return type.kind === "pointer" ? this.#memory.pointerOf(value) : value;
  }

  /**
   * A result that is fixed only up to a promise of the standard: any such value in proofs; counterexamples may have
   * to use the usual one.
   */
  openResult(call: IntrinsicCall, state: State, promise: "sign" | "value", value: Value): Value {
    const manager = this.#manager;
    const usual = this.#term(value);
    if (promise === "sign" && usual.op === "constant" && usual.value === 0n) return usual;
    const any = manager.freshVariable(`${call.symbol.name}@${call.edge.id}`, 32);
    this.#record.arbitrary.push(any);
    const [zero, least] = [manager.constant(32, 0n), manager.constant(32, 1n << 31n)];
    const isKept =
      promise === "value"
        ? manager.true
        : manager.ite(
            manager.slt(usual, zero),
            manager.and(manager.slt(any, zero), manager.not(manager.eq(any, least))),
            manager.and(manager.slt(zero, any), manager.slt(zero, usual)),
          );
    const result = manager.ite(isKept, any, usual);
    const isOther = manager.not(manager.eq(result, usual));
    this.#record.obligations.add({
      check: "unspecified",
      guard: manager.and(state.path.term, isOther),
      reason: `a result of ${call.symbol.name}`,
      edge: call.edge,
    });
    return this.#result(call, result);
  }

  // ------------------------------------------------------------------- memory

  allocate(
    call: IntrinsicCall,
    state: State,
    frame: SymbolicFrame,
    block: { lifetime: Lifetime; isZero: boolean; size: Value; count?: Value },
  ): Value {
    const size = this.#size(block.size);
    if (block.count !== undefined) {
      const count = this.#size(block.count);
      return this.#result(call, this.#heap.allocateArray(call, state, count, size));
    }
    const pointer = this.#heap.allocate(call, state, size, { isZero: block.isZero });
    const [target] = pointer.targets;
    if (block.lifetime === "automatic" && target !== undefined) frame.allocas.push(target.region);
    return this.#result(call, pointer);
  }

  reallocate(
    call: IntrinsicCall,
    state: State,
    _frame: SymbolicFrame,
    pointer: Value,
    bytes: Value,
  ): Value {
    const old = this.#evaluator.asPointer(pointer);
    return this.#result(call, this.#heap.reallocate(call, state, old, this.#size(bytes)));
  }

  free(_call: IntrinsicCall, state: State, pointer: Value, lifetime: Lifetime): void {
    this.#heap.end(this.#evaluator.asPointer(pointer), state, lifetime);
  }

  #onlyTarget(pointer: Pointer, state: State, what: string): Pointer["targets"][number] {
    const possible = pointer.targets.filter(
      ({ guard }) => decidedBy(this.#manager, state.path, guard) !== false,
    );
    const only = possible[0];
    if (only === undefined || possible.length > 1) {
      throw new UnsupportedFeature(`${what} through a pointer with several targets`);
    }
    return only;
  }

  /** The number of bytes as a constant; undefined when executions differ in it. */
  #knownSize(size: Term): number | undefined {
    const sizes = constantLeaves(size);
    return sizes?.size === 1 ? Number([...sizes][0]) : undefined;
  }

  /** Checks that pointers are valid although no byte is accessed (C11 7.24.1p2). */
  #requireObject(state: State, { targets }: Pointer): void {
    for (const { guard, region } of targets) {
      const { kind, name } = region;
      const isObject = kind === "static" || kind === "automatic" || kind === "heap";
      const condition = isObject
        ? this.#manager.and(guard, this.#access.isDead(state, region))
        : guard;
      this.#access.undefinedWhen(state, condition, `nothing is accessed at '${name}'`);
    }
  }

  copyBytes(
    call: IntrinsicCall,
    state: State,
    target: Value,
    source: Value,
    bytes: Value,
    mayOverlap: boolean,
  ): Value {
    const [to, from] = [this.#evaluator.asPointer(target), this.#evaluator.asPointer(source)];
    const length = this.#size(bytes);
    const size = this.#knownSize(length);
    if (size === undefined) {
      this.#ranges.copy(state, to, from, length, mayOverlap);
      return this.#result(call, to);
    }
    if (size === 0) for (const pointer of [to, from]) this.#requireObject(state, pointer);
    if (!mayOverlap) this.#access.checkOverlap(state, to, from, size);
    this.#access.copy(state, to, from, size);
    return this.#result(call, to);
  }

  fillBytes(call: IntrinsicCall, state: State, target: Value, value: Value, bytes: Value): Value {
    const to = this.#evaluator.asPointer(target);
    const byte = this.#manager.extract(this.#term(value), 7, 0);
    const length = this.#size(bytes);
    const size = this.#knownSize(length);
    if (size === undefined) {
      this.#ranges.fill(state, to, byte, length);
      return this.#result(call, to);
    }
    if (size === 0) this.#requireObject(state, to);
    if (byte.op === "constant" && byte.value === 0n) {
      if (size > 0) this.#access.clear(state, to, size);
      return this.#result(call, to);
    }
    // An access outside of every object ends the state, which also bounds sizes that are too large.
    for (let i = 0; i < size && !state.isEmpty; i++) {
      const place = this.#memory.offset(to, this.#memory.constantOffset(i));
      this.#access.store(state, place, 1, byte);
    }
    return this.#result(call, to);
  }

  makeArbitrary(call: IntrinsicCall, state: State, target: Value, bytes: Value): void {
    const pointer = this.#evaluator.asPointer(target);
    const { region, offset } = this.#onlyTarget(pointer, state, call.symbol.name);
    const size = this.#size(bytes);
    const isWhole =
      region.size !== undefined &&
      size.op === "constant" &&
      Number(size.value) === region.size &&
      offset.op === "constant" &&
      offset.value === 0n;
    if (!isWhole) throw new UnsupportedFeature(`${call.symbol.name} of a part of an object`);
    const { content, base } = this.#access.indeterminateContent(state, region.name);
    content.live = this.#access.contentOf(state, region).live;
    state.contents.set(region, content);
    this.#record.inputs.push({ guard: state.path.term, edge: call.edge, value: base });
  }

  requireDisjoint(_call: IntrinsicCall, state: State, a: Value, b: Value, size: Value): void {
    this.#access.checkDisjoint(
      state,
      this.#evaluator.asPointer(a),
      this.#evaluator.asPointer(b),
      this.#size(size),
    );
  }

  /** Reads a string byte by byte, while some executions in a copy of the state have not reached its end. */
  readString(
    call: IntrinsicCall,
    state: State,
    pointer: Value,
    limit: number | Value | undefined,
  ): void {
    if (!this.#blocks.checksStrings) return;
    const manager = this.#manager;
    const most = this.#mostBytes(limit);
    const reading = state.fork();
    const start = this.#evaluator.asPointer(pointer);
    for (let i = 0; i < most; i++) {
      if (i === MAX_STRING) {
        const guard = reading.path.term;
        const reason = `a long string for ${call.symbol.name}`;
        this.#record.obligations.add({ check: "unsupported", guard, reason, edge: call.edge });
        return;
      }
      const place = this.#memory.offset(start, this.#memory.constantOffset(i));
      const byte = this.#term(this.#access.load(reading, place, 1));
      reading.restrict(manager.not(manager.eq(byte, manager.constant(8, 0n))));
      if (reading.isEmpty) return;
    }
  }

  /** Maximal number of bytes that a precision allows: a negative or unknown one limits nothing. */
  #mostBytes(limit: number | Value | undefined): number {
    if (typeof limit === "number") return limit;
    if (limit === undefined) return Number.POSITIVE_INFINITY;
    const term = this.#term(limit);
    const value = term.op === "constant" ? Number(BigInt.asIntN(term.width, term.value)) : -1;
    return value < 0 ? Number.POSITIVE_INFINITY : value;
  }

  requireBytes(
    _call: IntrinsicCall,
    state: State,
    pointer: Value,
    size: number | Value,
    isWrite: boolean,
  ): void {
    if (!this.#blocks.checksStrings) return;
    const length = typeof size === "number" ? this.#memory.constantOffset(size) : this.#size(size);
    this.#ranges.demand(state, this.#evaluator.asPointer(pointer), length, isWrite);
  }

  readUnseen({ edge }: IntrinsicCall, state: State, reason: string): void {
    if (!this.#blocks.checksStrings) return;
    const guard = state.path.term;
    this.#record.obligations.add({ check: "unsupported", guard, reason, edge });
  }

  // ------------------------------------------------------------ floating point

  setRoundingMode(call: IntrinsicCall, state: State, value: Value): Value {
    const mode = this.#term(value);
    if (mode.op !== "constant") throw new UnsupportedFeature("symbolic rounding mode");
    const known = cRoundingMode(mode.value) !== undefined;
    if (known) state.roundingMode = mode;
    return this.#result(call, this.#manager.constant(32, known ? 0n : 1n));
  }

  floatFunction(
    call: IntrinsicCall,
    state: State,
    operation: FloatOperation,
    format: FloatValueType["format"],
    operands: readonly Value[],
  ): Value {
    return this.#result(call, this.#float(call, operation, format, operands, state));
  }

  #float(
    call: IntrinsicCall,
    operation: FloatOperation,
    formatName: FloatValueType["format"],
    operands: readonly Value[],
    state: State,
  ): Term {
    const manager = this.#manager;
    const format = formatOf(formatName);
    const width = format.exponentBits + format.significandBits;
    const argument = (index: number): Term => {
      const operand = operands[index];
      const term = operand === undefined ? undefined : this.#term(operand);
      if (term?.width !== width || call.argumentTypes[index]?.kind !== "float") {
        throw new UnsupportedFeature(
          `call of ${call.symbol.name} with an argument of another type`,
        );
      }
      return term;
    };
    const { nanTerms } = this.#evaluator;
    const integral = (mode: RoundingMode): Term =>
      computed(manager.fpRoundToIntegral(format, mode, argument(0)));
    const computed = (term: Term): Term => nanTerms.result(format, term);
    const flag = (condition: Term): Term =>
      manager.boolToBits(condition, call.resultType === undefined ? 32 : widthOf(call.resultType));
    switch (operation) {
      case "sqrt":
        return computed(manager.fpSqrt(format, this.#evaluator.roundingMode(state), argument(0)));
      case "fabs":
        return nanTerms.derived(format, manager.fpAbs(format, argument(0)), argument(0));
      case "floor":
        return integral("toward-negative");
      case "ceil":
        return integral("toward-positive");
      case "trunc":
        return integral("toward-zero");
      case "round":
        return integral("nearest-away");
      case "roundeven":
        return integral("nearest-even");
      case "rint":
      case "nearbyint":
        return integral(this.#evaluator.roundingMode(state));
      case "fmin":
      case "fmax":
        return this.#minMax(operation, call, argument(0), argument(1), format);
      case "fmod": {
        const [a, b] = [argument(0), argument(1)];
        if (a.op !== "constant" || b.op !== "constant")
          throw new UnsupportedFeature("symbolic fmod");
        return computed(manager.constant(width, floatFmod(format, a.value, b.value)));
      }
      case "remainder": {
        const [a, b] = [argument(0), argument(1)];
        if (a.op !== "constant" || b.op !== "constant") {
          throw new UnsupportedFeature("symbolic remainder");
        }
        return computed(manager.fpRem(format, a, b));
      }
      case "copysign": {
        const sign = manager.extract(nanTerms.observed(argument(1)), width - 1, width - 1);
        return manager.concat(sign, manager.extract(argument(0), width - 2, 0));
      }
      case "fma":
        return computed(
          manager.fpFma(
            format,
            this.#evaluator.roundingMode(state),
            argument(0),
            argument(1),
            argument(2),
          ),
        );
      case "fdim": {
        const [a, b] = [argument(0), argument(1)];
        const mode = this.#evaluator.roundingMode(state);
        const difference = computed(manager.fpSub(format, mode, a, b));
        const zero = manager.constant(width, 0n);
        const positive = manager.ite(manager.fpLe(format, a, b), zero, difference);
        return positive;
      }
      case "lrint":
        return this.#toLong(call, integral(this.#evaluator.roundingMode(state)), formatName, state);
      case "lround":
        return this.#toLong(call, integral("nearest-away"), formatName, state);
      case "isnan":
        return flag(manager.fpIsNaN(format, argument(0)));
      case "isinf":
        return flag(manager.fpIsInfinite(format, argument(0)));
      case "isinf-sign": {
        const infinite = manager.fpIsInfinite(format, argument(0));
        const negative = manager.fpSignBit(format, argument(0));
        const value = (n: bigint): Term => manager.constant(32, BigInt.asUintN(32, n));
        return manager.ite(infinite, manager.ite(negative, value(-1n), value(1n)), value(0n));
      }
      case "isfinite":
        return flag(
          manager.not(
            manager.or(
              manager.fpIsNaN(format, argument(0)),
              manager.fpIsInfinite(format, argument(0)),
            ),
          ),
        );
      case "isnormal":
        return flag(manager.fpIsNormal(format, argument(0)));
      case "signbit":
        return this.#signBit(call, manager.fpSignBit(format, nanTerms.observed(argument(0))));
      case "fpclassify":
        return this.#classify(argument(0), format);
      case "nan":
        return manager.constant(width, floatNaN(format));
      default:
        return unreachableKind(operation);
    }
  }

  /** C promises only "nonzero" for a negative value (7.12.3.6). */
  #signBit(call: IntrinsicCall, negative: Term): Term {
    const manager = this.#manager;
    if (negative === manager.false) return manager.constant(32, 0n);
    const variable = manager.freshVariable(`${call.symbol.name}@${call.edge.id}`, 32);
    const one = manager.constant(32, 1n);
    const zero = manager.constant(32, 0n);
    const nonzero = manager.ite(manager.eq(variable, zero), one, variable);
    return manager.ite(negative, nonzero, zero);
  }

  #minMax(
    operation: "fmin" | "fmax",
    call: IntrinsicCall,
    a: Term,
    b: Term,
    format: ReturnType<typeof formatOf>,
  ): Term {
    const manager = this.#manager;
    const aFirst = operation === "fmin" ? manager.fpLt(format, a, b) : manager.fpLt(format, b, a);
    // For two zeros either may be returned (7.12.12.2 note): leave it open.
    const bothZero = manager.and(manager.fpIsZero(format, a), manager.fpIsZero(format, b));
    const either = manager.eq(
      manager.freshVariable(`${call.symbol.name}@${call.edge.id}`, 1),
      manager.constant(1, 1n),
    );
    const pickA = manager.ite(
      manager.and(bothZero, manager.not(manager.eq(a, b))),
      either,
      manager.or(manager.fpIsNaN(format, b), aFirst),
    );
    return manager.ite(pickA, a, b);
  }

  #toLong(
    call: IntrinsicCall,
    integral: Term,
    format: FloatValueType["format"],
    state: State,
  ): Term {
    const type = call.resultType;
    if (type?.kind !== "int")
      throw new UnsupportedFeature(`${call.symbol.name} with an unusual result`);
    return this.#evaluator.toInteger(integral, { kind: "float", format }, type, state);
  }

  #classify(value: Term, format: ReturnType<typeof formatOf>): Term {
    const manager = this.#manager;
    const code = (n: number): Term => manager.constant(32, n);
    return manager.ite(
      manager.fpIsNaN(format, value),
      code(FP_CLASSES.nan),
      manager.ite(
        manager.fpIsInfinite(format, value),
        code(FP_CLASSES.infinite),
        manager.ite(
          manager.fpIsZero(format, value),
          code(FP_CLASSES.zero),
          manager.ite(
            manager.fpIsSubnormal(format, value),
            code(FP_CLASSES.subnormal),
            code(FP_CLASSES.normal),
          ),
        ),
      ),
    );
  }

  // --------------------------------------------------------------------- bits

  requireNonzero(call: IntrinsicCall, state: State, operand: Value): void {
    const term = this.#term(operand);
    const isZero = this.#manager.eq(term, this.#manager.constant(term.width, 0n));
    this.#access.undefinedWhen(state, isZero, `${call.symbol.name} of 0`);
  }

  bits(call: IntrinsicCall, _state: State, operation: BitOperation, operand: Value): Value {
    return this.#result(call, this.#bits(operation, this.#term(operand)));
  }

  #bits(operation: BitOperation, value: Term): Term {
    const manager = this.#manager;
    const { width } = value;
    const bit = (i: number): Term => manager.extract(value, i, i);
    const one = manager.constant(1, 1n);
    const number = (n: number): Term => manager.constant(32, n);
    switch (operation) {
      case "bswap": {
        let result = manager.extract(value, width - 1, width - 8);
        for (let low = width - 16; low >= 0; low -= 8) {
          result = manager.concat(manager.extract(value, low + 7, low), result);
        }
        return result;
      }
      case "popcount":
      case "parity": {
        let sum = number(0);
        for (let i = 0; i < width; i++) sum = manager.add(sum, manager.zeroExtend(bit(i), 32));
        return operation === "popcount" ? sum : manager.bvand(sum, number(1));
      }
      case "ffs":
      case "ctz": {
        let result = number(0);
        for (let i = width - 1; i >= 0; i--) {
          result = manager.ite(
            manager.eq(bit(i), one),
            number(operation === "ffs" ? i + 1 : i),
            result,
          );
        }
        return result;
      }
      case "clz": {
        let result = number(0);
        for (let i = 0; i < width; i++) {
          result = manager.ite(manager.eq(bit(i), one), number(width - 1 - i), result);
        }
        return result;
      }
      case "clrsb":
        throw new UnsupportedFeature("__builtin_clrsb");
      default:
        return unreachableKind(operation);
    }
  }
}
