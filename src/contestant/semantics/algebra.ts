/**
 * The interface of a client of the semantics: its sets of values, and the meaning of C's operations
 * on them. The semantics determines the operations of an edge, their order, and which of them may
 * be undefined; an algebra interprets operations on intervals, terms, formulas or constants (the
 * "tagless final" form of an abstract interpreter: Carette, Kiselyov, Shan, APLAS 2007; Keidel,
 * Poulsen, Erdweg, ICFP 2018).
 *
 * Operations are staged: static facts of the program are passed once, the rest for every execution.
 * So edges are compiled to closures.
 *
 * An algebra without better information returns an arbitrary value of the type and raises every
 * hazard that the operation names: that is sound for every operation here, except for writes. These
 * have to forget everything that may have been written.
 */
import type {
  ArithmeticExpression,
  BitField,
  BitOperation,
  CallEdge,
  ComparisonOperator,
  DeclareEdge,
  EndScopeEdge,
  Expression,
  FloatConstant,
  FloatFormat,
  FloatOperation,
  FloatValueType,
  FunctionCfa,
  IntegerConstant,
  IntegerValueType,
  Intrinsic,
  LoadExpression,
  MemoryObject,
  PointerValueType,
  ReturnEdge,
  SkipEdge,
  UnsupportedEdge,
  ValueType,
} from "../cfa/index.ts";

import type { FunctionSymbol } from "../cfront/index.ts";
import type { Hazard } from "./hazards.ts";

/** The sets of values of a client. */
export interface Carriers {
  /** Changed in place by executed operations. */
  readonly state: unknown;
  /** The stack frame of the locals in expressions. */
  readonly frame: unknown;
  readonly value: unknown;
  /** Whether a scalar is not zero. */
  readonly truth: unknown;
  /** Where bytes are read or written. */
  readonly place: unknown;
}

export type Evaluation<C extends Carriers, Result = C["value"]> = (
  state: C["state"],
  frame: C["frame"],
) => Result;
export type Unary<C extends Carriers, Result = C["value"]> = (
  state: C["state"],
  operand: C["value"],
) => Result;
export type Binary<C extends Carriers, Result = C["value"]> = (
  state: C["state"],
  left: C["value"],
  right: C["value"],
) => Result;

/** An operation on two integers; the right operand of a shift may be of another type. */
export interface IntegerOperation {
  readonly operator: ArithmeticExpression["operator"];
  readonly type: IntegerValueType;
  readonly amount: IntegerValueType;
  /** Possible undefined behaviour, in the order in which it is checked. */
  readonly hazards: readonly Hazard[];
  readonly expression: ArithmeticExpression;
}
export type FloatOperator = "add" | "sub" | "mul" | "div";

/** Operations on scalars, and the reads of expressions. */
export interface ValueAlgebra<C extends Carriers> {
  /** Also pointers with a number, such as the null pointer. */
  integer(constant: IntegerConstant): C["value"];
  float(constant: FloatConstant): C["value"];
  objectAddress(object: MemoryObject): Evaluation<C>;
  functionAddress(symbol: FunctionSymbol): C["value"];
  load(load: LoadExpression, pointer: Evaluation<C>): Evaluation<C>;

  negate(type: IntegerValueType, hazards: readonly Hazard[]): Unary<C>;
  complement(type: IntegerValueType | PointerValueType): Unary<C>;
  negateFloat(type: FloatValueType): Unary<C>;
  integerArithmetic(operation: IntegerOperation): Binary<C>;
  floatArithmetic(operator: FloatOperator, type: FloatValueType): Binary<C>;
  /** A pointer plus a number of bytes, which is unsigned and of pointer width. */
  offset(operator: "add" | "sub", type: PointerValueType): Binary<C>;
  /** The number of bytes between two pointers. Undefined between objects (C11 6.5.6p9). */
  difference(type: IntegerValueType): Binary<C>;

  compareIntegers(operator: ComparisonOperator, type: IntegerValueType): Binary<C, C["truth"]>;
  compareFloats(operator: ComparisonOperator, type: FloatValueType): Binary<C, C["truth"]>;
  comparePointers(operator: ComparisonOperator, type: PointerValueType): Binary<C, C["truth"]>;
  isNonzero(type: ValueType): Unary<C, C["truth"]>;
  /** 1 or 0. */
  ofTruth(type: IntegerValueType): (state: C["state"], truth: C["truth"]) => C["value"];
  /** Neither alternative can fail: an algebra may evaluate one, or both. */
  choose(
    type: ValueType,
    condition: Evaluation<C, C["truth"]>,
    whenTrue: Evaluation<C>,
    whenFalse: Evaluation<C>,
  ): Evaluation<C>;

  /** Modulo the width of the type, as gcc does where C leaves it open (6.3.1.3p3). */
  resize(to: IntegerValueType, from: IntegerValueType): Unary<C>;
  integerToFloat(to: FloatValueType, from: IntegerValueType): Unary<C>;
  floatToFloat(to: FloatValueType, from: FloatValueType): Unary<C>;
  floatToInteger(to: IntegerValueType, from: FloatValueType, hazards: readonly Hazard[]): Unary<C>;
  integerToPointer(to: PointerValueType, from: IntegerValueType): Unary<C>;
  pointerToInteger(to: IntegerValueType, from: PointerValueType): Unary<C>;
  /**
   * Something that is no operation of C: executions that reach it are not followed, or have any
   * value.
   */
  meaningless(type: ValueType, reason: string): (state: C["state"]) => C["value"];
}

/** The target of a stored scalar. */
export interface ScalarTarget {
  readonly address: Expression;
  readonly type: ValueType;
  readonly bitField: BitField | undefined;
}

/** The effects of edges on memory. The algebra raises accesses that may be invalid. */
export interface MemoryAlgebra<C extends Carriers> {
  /** Returns a place of some bytes that is about to be read or written. */
  place(
    address: Expression,
    pointer: Evaluation<C>,
  ): (state: C["state"], frame: C["frame"], size: number) => C["place"];
  store(
    target: ScalarTarget,
    pointer: Evaluation<C>,
  ): (state: C["state"], frame: C["frame"], value: C["value"]) => void;
  /** Objects that overlap, but are not the same, are undefined (C11 6.5.16.1p3). */
  copy(state: C["state"], to: C["place"], from: C["place"], size: number): void;
  clear(state: C["state"], place: C["place"], size: number): void;
  /** The bits at the place become unspecified: padding (C11 6.2.6.1p6). */
  forgetBits(state: C["state"], place: C["place"], bits: readonly BitField[]): void;
  declare(edge: DeclareEdge, state: C["state"], frame: C["frame"]): void;
  endScope(edge: EndScopeEdge, state: C["state"], frame: C["frame"]): void;
}

/** An argument, or the result of a function: a scalar, or the place of a record. */
export type Passed<C extends Carriers> =
  | { readonly kind: "scalar"; readonly type: ValueType; readonly value: C["value"] }
  | { readonly kind: "record"; readonly size: number; readonly place: C["place"] };

/** The continuation and the end of executions. */
export interface ControlAlgebra<C extends Carriers> {
  /** C allows other executions than those that continue here. */
  leaveOpen(edge: SkipEdge & { readonly open: string }, state: C["state"]): void;
  /** Returns false when no execution is left. */
  assume(state: C["state"], truth: C["truth"], expected: boolean): boolean;
  /** Executions that reach it are not followed. */
  unsupported(edge: UnsupportedEdge | CallEdge, reason: string, state: C["state"]): void;
  /** Undefined: the function ends without a value. */
  return(
    edge: ReturnEdge,
    state: C["state"],
    frame: C["frame"],
    value: Passed<C> | undefined,
  ): void;
  /**
   * Returns the functions that a pointer may designate, with the corresponding executions; any
   * other target is undefined (C11 6.5.2.2).
   */
  callees(
    edge: CallEdge,
    state: C["state"],
    frame: C["frame"],
    pointer: C["value"],
  ): readonly { readonly symbol: FunctionSymbol; readonly state: C["state"] }[];
  /** Whether a call of the function violates the property. */
  isErrorFunction(name: string): boolean;
  violation(edge: CallEdge, called: FunctionSymbol, state: C["state"]): void;
  /** Undefined: the types of a call are not those of the function (C11 6.5.2.2p6, p9). */
  mismatch(edge: CallEdge, fn: FunctionCfa, state: C["state"]): void;
  /** Whether any execution has reached this point. */
  isPossible(state: C["state"]): boolean;
}

/** Receives the executions of a call. */
export interface CallSink<C extends Carriers> {
  enter(
    edge: CallEdge,
    fn: FunctionCfa,
    state: C["state"],
    frame: C["frame"],
    passed: readonly Passed<C>[],
  ): void;
  /** A function without a body has returned, and its result is stored. */
  goOn(edge: CallEdge, state: C["state"]): void;
}

/** A call of a function without a body. */
export interface IntrinsicCall {
  readonly edge: CallEdge;
  readonly symbol: FunctionSymbol;
  readonly intrinsic: Intrinsic;
  readonly argumentTypes: readonly ValueType[];
  readonly arguments: readonly Expression[];
  /** Undefined when the result is discarded. */
  readonly resultType: ValueType | undefined;
  /** Whether the function is declared to return `_Bool`. */
  readonly returnsBool: boolean;
}

export type Lifetime = "heap" | "automatic";

/**
 * The operations of functions without a body (contestant/cfa/model/intrinsics.ts documents each).
 */
export interface IntrinsicAlgebra<C extends Carriers> {
  /** A value that the environment chooses; requested although it may be discarded. */
  input(call: IntrinsicCall, state: C["state"]): C["value"];
  /** The executions end here, as C defines; an `exit` has a status. */
  end(call: IntrinsicCall, state: C["state"], status: C["value"] | undefined): void;
  /** Undefined behaviour has happened. */
  undefinedHere(call: IntrinsicCall, state: C["state"]): void;
  /** A new block. With a count its size is a product; the result is null where that overflows. */
  allocate(
    call: IntrinsicCall,
    state: C["state"],
    frame: C["frame"],
    block: {
      readonly lifetime: Lifetime;
      readonly isZero: boolean;
      readonly size: C["value"];
      readonly count?: C["value"];
    },
  ): C["value"];
  reallocate(
    call: IntrinsicCall,
    state: C["state"],
    frame: C["frame"],
    pointer: C["value"],
    size: C["value"],
  ): C["value"];
  /** Any pointer except null or the start of a live block of that kind is undefined. */
  free(call: IntrinsicCall, state: C["state"], pointer: C["value"], lifetime: Lifetime): void;
  /** Returns the given pointer. */
  copyBytes(
    call: IntrinsicCall,
    state: C["state"],
    to: C["value"],
    from: C["value"],
    size: C["value"],
    mayOverlap: boolean,
  ): C["value"];
  fillBytes(
    call: IntrinsicCall,
    state: C["state"],
    to: C["value"],
    byte: C["value"],
    size: C["value"],
  ): C["value"];
  makeArbitrary(
    call: IntrinsicCall,
    state: C["state"],
    pointer: C["value"],
    size: C["value"],
  ): void;
  requireDisjoint(
    call: IntrinsicCall,
    state: C["state"],
    a: C["value"],
    b: C["value"],
    size: C["value"],
  ): void;
  /**
   * Reads a string up to its end, or to a limit (bytes; an unknown number is no limit). A read
   * beyond its object is undefined; relevant only for properties of memory.
   */
  readString(
    call: IntrinsicCall,
    state: C["state"],
    pointer: C["value"],
    limit: number | C["value"] | undefined,
  ): void;
  /**
   * Reads or writes so many bytes, or uses them as an object. Bytes outside of an object are
   * undefined, unless there are none; relevant only for properties of memory.
   */
  requireBytes(
    call: IntrinsicCall,
    state: C["state"],
    pointer: C["value"],
    size: number | C["value"],
    isWrite: boolean,
  ): void;
  /**
   * The bytes that the call reads, and whether it writes, are unknown: relevant only for properties
   * of memory.
   */
  readUnseen(call: IntrinsicCall, state: C["state"], reason: string): void;
  /** Any `int` that satisfies the promise, of which `usual` is one. */
  openResult(
    call: IntrinsicCall,
    state: C["state"],
    promise: "sign" | "value",
    usual: C["value"],
  ): C["value"];
  /** The number that represents all choices of libraries. */
  libraryChoice(call: IntrinsicCall, state: C["state"]): C["value"];
  /** Number of the running thread, while there is one. */
  currentThread(call: IntrinsicCall, state: C["state"]): C["value"];
  floatFunction(
    call: IntrinsicCall,
    state: C["state"],
    operation: FloatOperation,
    format: FloatFormat,
    operands: readonly C["value"][],
  ): C["value"];
  roundingMode(call: IntrinsicCall, state: C["state"]): C["value"];
  setRoundingMode(call: IntrinsicCall, state: C["state"], mode: C["value"]): C["value"];
  /** Undefined when the operand is zero. */
  requireNonzero(call: IntrinsicCall, state: C["state"], operand: C["value"]): void;
  bits(
    call: IntrinsicCall,
    state: C["state"],
    operation: BitOperation,
    operand: C["value"],
  ): C["value"];
  /** Reports a call without a model; returns true when executions may continue with any result. */
  unmodelled(edge: CallEdge, reason: string, state: C["state"]): boolean;
  /** Any value that a call may return. */
  arbitraryResult(edge: CallEdge, type: ValueType, state: C["state"]): C["value"];
}

export interface Algebra<C extends Carriers> {
  readonly values: ValueAlgebra<C>;
  readonly memory: MemoryAlgebra<C>;
  readonly control: ControlAlgebra<C>;
  readonly intrinsics: IntrinsicAlgebra<C>;
}
