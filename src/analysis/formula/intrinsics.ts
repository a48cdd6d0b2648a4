/** Symbolic meaning of the functions without a body (cfa/model/intrinsics.ts documents each). */
import type { CallEdge, FloatValueType, ValueType } from "../../cfa/model/cfa.ts";
import type { BitOperation, FloatOperation, Intrinsic } from "../../cfa/model/intrinsics.ts";
import { FP_CLASSES, LIBRARY_ANY } from "../../cfa/model/intrinsics.ts";
import { formatOf, widthOf } from "../../cfa/model/scalar-layout.ts";
import type { RoundingMode, Term, TermManager } from "../../smt/term.ts";
import { floatFmod, floatNaN } from "../../util/ieee-float.ts";
import type { MemoryAccess } from "../memory/access.ts";
import type { ExecutionRecord } from "../memory/execution-record.ts";
import type { SymbolicMemory } from "../memory/memory.ts";
import { constantLeaves } from "../memory/offsets.ts";
import { decidedBy } from "../memory/path-condition.ts";
import type { Region } from "../memory/region.ts";
import type { State } from "../memory/state.ts";
import { UnsupportedFeature } from "../memory/unsupported.ts";
import { Pointer, pointerTo, type Value } from "../memory/value.ts";
import { cRoundingMode, type Evaluator } from "./evaluator.ts";

/** A call of an intrinsic with evaluated arguments. */
export interface IntrinsicCall {
  readonly edge: CallEdge;
  readonly name: string;
  readonly intrinsic: Intrinsic;
  readonly arguments: readonly Value[];
  readonly argumentTypes: readonly ValueType[];
  /** Type of the call's result; undefined when it is discarded. */
  readonly resultType: ValueType | undefined;
  /** The function is declared to return `_Bool`. */
  readonly returnsBool: boolean;
  /** Where `alloca` blocks of the calling function are collected. */
  readonly allocas: Region[];
}

export class SymbolicIntrinsics {
  readonly #manager: TermManager;
  readonly #memory: SymbolicMemory;
  readonly #access: MemoryAccess;
  readonly #evaluator: Evaluator;
  readonly #record: ExecutionRecord;

  constructor(
    memory: SymbolicMemory,
    access: MemoryAccess,
    evaluator: Evaluator,
    record: ExecutionRecord,
  ) {
    this.#manager = memory.manager;
    this.#memory = memory;
    this.#access = access;
    this.#evaluator = evaluator;
    this.#record = record;
  }

  /** Executes the call on `state`; an empty state means that no execution returns. */
  execute(call: IntrinsicCall, state: State): Value | undefined {
    const { intrinsic } = call;
    const manager = this.#manager;
    switch (intrinsic.kind) {
      case "nondet":
      case "no-effect":
        return call.resultType === undefined
          ? undefined
          : this.#arbitrary(call, call.resultType, state);
      case "open-result":
        return this.#openResult(call, intrinsic.promise, state);
      case "library-choice":
        return manager.constant(32, BigInt(LIBRARY_ANY));
      case "assume":
        state.restrict(this.#evaluator.truth(this.#argument(call, 0), this.#argumentType(call, 0)));
        return undefined;
      case "abort":
      case "exit":
        state.restrict(manager.false);
        return undefined;
      case "unreachable":
        this.#access.undefinedWhen(state, manager.true, "__builtin_unreachable is reached");
        state.restrict(manager.false);
        return undefined;
      case "malloc":
        return this.#allocate(call, state, this.#size(call, 0), { zero: false });
      case "calloc":
        return this.#calloc(call, state);
      case "realloc":
        return this.#realloc(call, state);
      case "free":
        this.#end(this.#pointer(call, 0), state, "heap");
        return undefined;
      case "alloca": {
        const pointer = this.#allocate(call, state, this.#size(call, 0), { zero: false });
        call.allocas.push((pointer.targets[0] as { region: Region }).region);
        return pointer;
      }
      case "end-alloca":
        this.#end(this.#pointer(call, 0), state, "automatic");
        return undefined;
      case "memory":
        return this.#memoryOperation(call, intrinsic.operation, state);
      case "nondet-memory":
        return this.#nondetMemory(call, state);
      case "disjoint": {
        const [a, b] = [this.#pointer(call, 0), this.#pointer(call, 1)];
        this.#access.checkDisjoint(state, a, b, this.#size(call, 2));
        return undefined;
      }
      case "atomic-begin":
      case "atomic-end":
        return undefined;
      case "thread":
        switch (intrinsic.operation) {
          // Without effect while there is one thread.
          case "point":
          case "wake":
          case "acquire":
          case "release":
            return undefined;
          case "self":
            return call.resultType === undefined
              ? undefined
              : manager.constant(widthOf(call.resultType), 1n);
          default:
            throw new UnsupportedFeature(`threads (${call.name})`);
        }
      case "parse-float":
      case "print-float":
      case "setjmp":
      case "longjmp":
        throw new UnsupportedFeature(call.name);
      case "float":
        return this.#float(call, intrinsic.operation, intrinsic.format, state);
      case "fegetround":
        return state.roundingMode;
      case "fesetround":
        return this.#setRounding(call, state);
      case "bits":
        return this.#bits(call, intrinsic.operation, state);
    }
  }

  #argument(call: IntrinsicCall, index: number): Value {
    const value = call.arguments[index];
    if (value === undefined)
      throw new UnsupportedFeature(`call of ${call.name} with missing arguments`);
    return value;
  }

  #argumentType(call: IntrinsicCall, index: number): ValueType {
    const type = call.argumentTypes[index];
    if (type === undefined)
      throw new UnsupportedFeature(`call of ${call.name} with missing arguments`);
    return type;
  }

  #term(call: IntrinsicCall, index: number): Term {
    const value = this.#argument(call, index);
    return value instanceof Pointer ? this.#memory.addressOf(value) : value;
  }

  #pointer(call: IntrinsicCall, index: number): Pointer {
    const value = this.#argument(call, index);
    return value instanceof Pointer ? value : this.#memory.pointerOf(value);
  }

  /** A size argument at pointer width. */
  #size(call: IntrinsicCall, index: number): Term {
    const term = this.#term(call, index);
    const width = this.#memory.pointerBits;
    return term.width > width
      ? this.#manager.extract(term, width - 1, 0)
      : this.#manager.zeroExtend(term, width);
  }

  #arbitrary(call: IntrinsicCall, type: ValueType, state: State): Value {
    const manager = this.#manager;
    const prefix = `${call.name}@${call.edge.id}`;
    const value = call.returnsBool
      ? manager.zeroExtend(manager.freshVariable(prefix, 1), widthOf(type))
      : manager.freshVariable(prefix, widthOf(type));
    this.#record.inputs.push({ guard: state.path.term, edge: call.edge, value });
    return type.kind === "pointer" ? this.#memory.pointerOf(value) : value;
  }

  /** What proofs take for any number that keeps the promise; counterexamples may have to take the usual one. */
  #openResult(call: IntrinsicCall, promise: "sign" | "value", state: State): Term {
    const manager = this.#manager;
    const usual = this.#term(call, 0);
    if (promise === "sign" && usual.op === "constant" && usual.value === 0n) return usual;
    const any = manager.freshVariable(`${call.name}@${call.edge.id}`, 32);
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
      reason: `a result of ${call.name}`,
      edge: call.edge,
    });
    return result;
  }

  // ------------------------------------------------------------------- memory

  /** `kept`: bytes at the start that are no choice of the environment, because they are overwritten. */
  #allocate(
    call: IntrinsicCall,
    state: State,
    size: Term,
    options: { zero: boolean; kept?: number },
  ): Pointer {
    const kind = call.intrinsic.kind === "alloca" ? "automatic" : "heap";
    const name = `${call.name}@${call.edge.id}`;
    const align = this.#memory.pointerBits / 4;
    const region =
      size.op === "constant"
        ? this.#memory.newRegion(kind, name, { size: Number(size.value), align })
        : this.#memory.newRegion(kind, name, { symbolicSize: size, align });
    if (options.zero) {
      state.contents.set(region, this.#access.zeroContent(state));
    } else {
      const { content, base } = this.#access.indeterminateContent(state, name);
      state.contents.set(region, content);
      const from = options.kept ?? 0;
      if (from === 0 || from !== region.size) {
        this.#record.inputs.push({ guard: state.path.term, edge: call.edge, value: base, from });
      }
    }
    return pointerTo(this.#manager, region, this.#memory.constantOffset(0));
  }

  #calloc(call: IntrinsicCall, state: State): Pointer {
    const count = this.#size(call, 0);
    const size = this.#size(call, 1);
    const product = this.#manager.mul(count, size);
    if (product.op !== "constant") throw new UnsupportedFeature("calloc of symbolic size");
    if (count.value * size.value !== product.value) return this.#memory.nullPointer();
    return this.#allocate(call, state, product, { zero: true });
  }

  #realloc(call: IntrinsicCall, state: State): Pointer {
    const old = this.#pointer(call, 0);
    const size = this.#size(call, 1);
    const target = this.#onlyTarget(old, state, "realloc");
    if (size.op !== "constant") throw new UnsupportedFeature("realloc of symbolic size");
    if (target.region.kind === "null") return this.#allocate(call, state, size, { zero: false });
    if (size.value === 0n) {
      this.#end(old, state, "heap");
      return this.#memory.nullPointer();
    }
    const oldSize = target.region.size;
    if (oldSize === undefined) throw new UnsupportedFeature("realloc of a block of symbolic size");
    const kept = Math.min(oldSize, Number(size.value));
    const fresh = this.#allocate(call, state, size, { zero: false, kept });
    this.#access.copy(state, fresh, old, kept);
    this.#end(old, state, "heap");
    return fresh;
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

  /** Ends the lifetime of blocks of a kind; anything but the start of a live one is undefined. */
  #end(pointer: Pointer, state: State, kind: "heap" | "automatic"): void {
    const manager = this.#manager;
    for (const { guard, region, offset } of pointer.targets) {
      if (decidedBy(manager, state.path, guard) === false) continue;
      if (region.kind === "null") continue;
      const atStart = manager.eq(offset, this.#memory.constantOffset(0));
      if (region.kind !== kind) {
        this.#access.undefinedWhen(
          state,
          guard,
          `free of '${region.name}', which is no heap block`,
          region.kind === "wild" ? "undefined" : "free",
        );
        continue;
      }
      const content = state.writable(region, this.#access.contentOf(state, region));
      const valid = manager.and(atStart, content.live);
      this.#access.undefinedWhen(
        state,
        manager.and(guard, manager.not(valid)),
        `invalid free of '${region.name}'`,
        "free",
      );
      content.live = manager.and(content.live, manager.not(guard));
    }
  }

  #memoryOperation(call: IntrinsicCall, operation: "copy" | "move" | "set", state: State): Value {
    const to = this.#pointer(call, 0);
    const sizeTerm = this.#size(call, 2);
    const sizes = constantLeaves(sizeTerm);
    if (sizes === undefined || sizes.size !== 1) {
      throw new UnsupportedFeature(`${call.name} of symbolic size`);
    }
    const size = Number([...sizes][0]);
    if (operation !== "set") {
      const from = this.#pointer(call, 1);
      if (operation === "copy") this.#access.checkOverlap(state, to, from, size);
      this.#access.copy(state, to, from, size);
      return to;
    }
    const byte = this.#manager.extract(this.#term(call, 1), 7, 0);
    if (byte.op === "constant" && byte.value === 0n) {
      if (size > 0) this.#access.clear(state, to, size);
      return to;
    }
    // An access outside of every object ends the state, and with it sizes that are too large.
    for (let i = 0; i < size && !state.isEmpty; i++) {
      const place = this.#memory.offset(to, this.#memory.constantOffset(i));
      this.#access.store(state, place, 1, byte);
    }
    return to;
  }

  #nondetMemory(call: IntrinsicCall, state: State): undefined {
    const pointer = this.#pointer(call, 0);
    const { region, offset } = this.#onlyTarget(pointer, state, call.name);
    const size = this.#size(call, 1);
    const isWhole =
      region.size !== undefined &&
      size.op === "constant" &&
      Number(size.value) === region.size &&
      offset.op === "constant" &&
      offset.value === 0n;
    if (!isWhole) throw new UnsupportedFeature(`${call.name} of a part of an object`);
    const { content, base } = this.#access.indeterminateContent(state, region.name);
    content.live = this.#access.contentOf(state, region).live;
    state.contents.set(region, content);
    this.#record.inputs.push({ guard: state.path.term, edge: call.edge, value: base });
    return undefined;
  }

  // ------------------------------------------------------------ floating point

  #setRounding(call: IntrinsicCall, state: State): Term {
    const mode = this.#term(call, 0);
    if (mode.op !== "constant") throw new UnsupportedFeature("symbolic rounding mode");
    const known = cRoundingMode(mode.value) !== undefined;
    if (known) state.roundingMode = mode;
    return this.#manager.constant(32, known ? 0n : 1n);
  }

  #float(
    call: IntrinsicCall,
    operation: FloatOperation,
    formatName: FloatValueType["format"],
    state: State,
  ): Term {
    const manager = this.#manager;
    const format = formatOf(formatName);
    const width = format.exponentBits + format.significandBits;
    const argument = (index: number): Term => {
      const term = this.#term(call, index);
      if (term.width !== width || this.#argumentType(call, index).kind !== "float") {
        throw new UnsupportedFeature(`call of ${call.name} with an argument of another type`);
      }
      return term;
    };
    const { nanBits } = this.#evaluator;
    const integral = (mode: RoundingMode): Term =>
      computed(manager.fpRoundToIntegral(format, mode, argument(0)));
    const computed = (term: Term): Term => nanBits.result(format, term);
    const flag = (condition: Term): Term =>
      manager.boolToBits(condition, call.resultType === undefined ? 32 : widthOf(call.resultType));
    switch (operation) {
      case "sqrt":
        return computed(manager.fpSqrt(format, this.#evaluator.roundingMode(state), argument(0)));
      case "fabs":
        return nanBits.derived(format, manager.fpAbs(format, argument(0)), argument(0));
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
        const sign = manager.extract(nanBits.observed(argument(1)), width - 1, width - 1);
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
        return this.#signBit(call, manager.fpSignBit(format, nanBits.observed(argument(0))));
      case "fpclassify":
        return this.#classify(argument(0), format);
      case "nan":
        return manager.constant(width, floatNaN(format));
    }
  }

  /** C promises only "nonzero" for a negative value (7.12.3.6). */
  #signBit(call: IntrinsicCall, negative: Term): Term {
    const manager = this.#manager;
    if (negative === manager.false) return manager.constant(32, 0n);
    const variable = manager.freshVariable(`${call.name}@${call.edge.id}`, 32);
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
    // Of two zeros either may be returned (7.12.12.2 note): leave it open.
    const bothZero = manager.and(manager.fpIsZero(format, a), manager.fpIsZero(format, b));
    const either = manager.eq(
      manager.freshVariable(`${call.name}@${call.edge.id}`, 1),
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
    if (type?.kind !== "int") throw new UnsupportedFeature(`${call.name} with an unusual result`);
    return this.#evaluator.convert(integral, { kind: "float", format }, type, state) as Term;
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

  #bits(call: IntrinsicCall, operation: BitOperation, state: State): Term {
    const manager = this.#manager;
    const value = this.#term(call, 0);
    const { width } = value;
    const bit = (i: number): Term => manager.extract(value, i, i);
    const one = manager.constant(1, 1n);
    const number = (n: number): Term => manager.constant(32, n);
    if (operation === "clz" || operation === "ctz") {
      const isZero = manager.eq(value, manager.constant(width, 0n));
      this.#access.undefinedWhen(state, isZero, `${call.name} of 0`);
    }
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
    }
  }
}
