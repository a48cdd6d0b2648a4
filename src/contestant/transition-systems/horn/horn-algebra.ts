/**
 * Meaning of edges for Horn clauses: integers in variables that are accessed only by name are terms, all other
 * values are arbitrary. Terms are created lazily, so that no clause mentions unused values (such as offsets of
 * addresses); where overflow is an error, every operation that may overflow is needed.
 */

import type {
  CallEdge,
  ComparisonOperator,
  Expression,
  IntegerConstant,
  IntegerValueType,
  LoadExpression,
  MemoryObject,
  ValueType,
} from "../../cfa/index.ts";
import type {
  Algebra,
  Binary,
  CallSink,
  Carriers,
  ControlAlgebra,
  Evaluation,
  Hazard,
  IntegerOperation,
  IntrinsicAlgebra,
  IntrinsicCall,
  MemoryAlgebra,
  Passed,
  ScalarTarget,
  Unary,
  ValueAlgebra,
} from "../../semantics/index.ts";
import type { OverflowMode } from "../../specification/index.ts";
import { objectAt } from "./global-use.ts";
import type { SmtText } from "./horn-system.ts";
import {
  type Arithmetic,
  type EncodingScope,
  IntegerEncoder,
  isFollowed,
  numeral,
} from "./integer-encoder.ts";

/** The text of a term, created on first use: before the edge that uses it has changed anything. */
export class LazyTerm {
  #make: (() => SmtText) | undefined;
  #text: SmtText = "";

  constructor(make: () => SmtText) {
    this.#make = make;
  }

  get text(): SmtText {
    if (this.#make !== undefined) {
      this.#text = this.#make();
      this.#make = undefined;
    }
    return this.#text;
  }
}

/** A path from one cut to the next. */
export interface HornPath extends EncodingScope, CallSink<HornCarriers> {
  /** Undefined: any value of its type. */
  write(object: MemoryObject, value: SmtText | undefined): void;
  /** The result of the function. */
  returned: SmtText | undefined;
  /** An error function is called. */
  violation(): void;
  /** A call returns with an arbitrary result. */
  goOnAnyhow(edge: CallEdge): void;
}

export interface HornCarriers extends Carriers {
  readonly state: HornPath;
  readonly frame: undefined;
  /** Undefined: no integer. */
  readonly value: LazyTerm | undefined;
  /** A condition. */
  readonly truth: LazyTerm;
  /** Undefined: anywhere. */
  readonly place: MemoryObject | undefined;
}

export interface HornAlgebraOptions {
  readonly errorFunctions: ReadonlySet<string>;
  readonly overflow: OverflowMode;
  readonly arithmetic: Arithmetic;
}

const COMPARISONS: Readonly<Record<Exclude<ComparisonOperator, "ne">, string>> = {
  eq: "=",
  lt: "<",
  le: "<=",
  gt: ">",
  ge: ">=",
};
const BIT: IntegerValueType = { kind: "int", bits: 8, signed: false };

export class HornAlgebra implements Algebra<HornCarriers> {
  readonly encoder: IntegerEncoder;
  readonly #options: HornAlgebraOptions;
  readonly values: ValueAlgebra<HornCarriers>;
  readonly memory: MemoryAlgebra<HornCarriers>;
  readonly control: ControlAlgebra<HornCarriers>;
  readonly intrinsics: IntrinsicAlgebra<HornCarriers>;

  constructor(options: HornAlgebraOptions) {
    this.#options = options;
    this.encoder = new IntegerEncoder(options.arithmetic, options.overflow === "stop");
    this.values = this.#values();
    this.memory = this.#memory();
    this.control = this.#control();
    this.intrinsics = this.#intrinsics();
  }

  /** The text of an integer; other values are arbitrary. */
  textOf(path: HornPath, value: LazyTerm | undefined, type: IntegerValueType): SmtText {
    return value === undefined ? this.encoder.arbitrary(path, type) : value.text;
  }

  #arbitrary(path: HornPath, type: ValueType): LazyTerm | undefined {
    return type.kind === "int" ? new LazyTerm(() => this.encoder.arbitrary(path, type)) : undefined;
  }

  /** An arbitrary condition. */
  #open(path: HornPath): LazyTerm {
    return new LazyTerm(() => `(= ${this.encoder.arbitrary(path, BIT)} 1)`);
  }

  /** A term; if overflow is reported it is created at once. */
  #term(hazards: readonly Hazard[], make: () => SmtText): LazyTerm {
    const term = new LazyTerm(make);
    if (this.#options.overflow === "stop" && hazards.includes("overflow")) void term.text;
    return term;
  }

  #values(): ValueAlgebra<HornCarriers> {
    const { encoder } = this;
    const none = (): undefined => undefined;
    const open: Binary<HornCarriers, LazyTerm> = (path) => this.#open(path);
    return {
      integer: ({ type, value }: IntegerConstant) =>
        type.kind === "int" ? new LazyTerm(() => numeral(value)) : undefined,
      float: none,
      objectAddress: () => none,
      functionAddress: none,
      load: (load, pointer) => this.#load(load, pointer),
      negate: (type, hazards) => (path, a) =>
        this.#term(hazards, () => encoder.negate(path, type, this.textOf(path, a, type))),
      complement: (type) => (path, a) =>
        type.kind === "int"
          ? new LazyTerm(() => encoder.complement(type, this.textOf(path, a, type)))
          : undefined,
      negateFloat: () => none,
      integerArithmetic: (operation) => this.#arithmetic(operation),
      floatArithmetic: () => none,
      offset: () => none,
      difference: (type) => (path) => this.#arbitrary(path, type),
      compareIntegers: (operator, type) => (path, a, b) =>
        new LazyTerm(() => {
          const [x, y] = [this.textOf(path, a, type), this.textOf(path, b, type)];
          return operator === "ne" ? `(not (= ${x} ${y}))` : `(${COMPARISONS[operator]} ${x} ${y})`;
        }),
      compareFloats: () => open,
      comparePointers: () => open,
      isNonzero: (type) => (path, value) =>
        type.kind === "int"
          ? new LazyTerm(() => `(not (= ${this.textOf(path, value, type)} 0))`)
          : this.#open(path),
      ofTruth: () => (_path, truth) => new LazyTerm(() => `(ite ${truth.text} 1 0)`),
      choose: (type, condition, whenTrue, whenFalse) => (path, frame) => {
        const test = condition(path, frame);
        const [a, b] = [whenTrue(path, frame), whenFalse(path, frame)];
        if (type.kind !== "int") return undefined;
        return new LazyTerm(() => {
          const [x, y] = [this.textOf(path, a, type), this.textOf(path, b, type)];
          return encoder.named(path, `(ite ${test.text} ${x} ${y})`);
        });
      },
      resize: (to, from) => (path, value) =>
        new LazyTerm(() => encoder.convert(path, to, from, this.textOf(path, value, from))),
      integerToFloat: () => none,
      floatToFloat: () => none,
      floatToInteger: (to) => this.#unknown(to),
      integerToPointer: () => none,
      pointerToInteger: (to) => this.#unknown(to),
      meaningless: (type) => (path) => this.#arbitrary(path, type),
    };
  }

  #unknown(type: ValueType): Unary<HornCarriers> {
    return (path) => this.#arbitrary(path, type);
  }

  #load(
    { address, type }: LoadExpression,
    pointer: Evaluation<HornCarriers>,
  ): Evaluation<HornCarriers> {
    const object = objectAt(address);
    return (path, frame) => {
      // Offsets may overflow; the place of the value is irrelevant.
      if (object === undefined) pointer(path, frame);
      if (type.kind !== "int") return undefined;
      return new LazyTerm(() => {
        const value = object === undefined ? undefined : path.valueOf(object);
        return value ?? this.encoder.arbitrary(path, type);
      });
    };
  }

  #arithmetic(operation: IntegerOperation): Binary<HornCarriers> {
    const { type, amount, hazards } = operation;
    return (path, a, b) =>
      this.#term(hazards, () =>
        this.encoder.binary(
          path,
          operation,
          this.textOf(path, a, type),
          this.textOf(path, b, amount),
        ),
      );
  }

  // ------------------------------------------------------------------- memory

  #memory(): MemoryAlgebra<HornCarriers> {
    const forget = (path: HornPath, object: MemoryObject | undefined): void => {
      if (object !== undefined && isFollowed(object)) path.write(object, undefined);
    };
    return {
      place: (address: Expression, pointer) => (path, frame) => {
        pointer(path, frame);
        return objectAt(address);
      },
      store: ({ address, type, bitField }: ScalarTarget, pointer) => {
        const object = objectAt(address);
        const isWhole = bitField === undefined && type.kind === "int";
        return (path, frame, value) => {
          if (object === undefined) pointer(path, frame);
          else if (!isFollowed(object)) return;
          else if (isWhole)
            path.write(object, this.encoder.named(path, this.textOf(path, value, type)));
          else path.write(object, undefined);
        };
      },
      copy: forget,
      clear: forget,
      // Records have padding, and they are not tracked.
      forgetBits: () => {},
      declare: ({ object }, path) => forget(path, object),
      // No pointer points to the tracked variables.
      endScope: () => {},
    };
  }

  // ------------------------------------------------------------------ control

  #control(): ControlAlgebra<HornCarriers> {
    return {
      leaveOpen: () => {},
      assume: (path, { text }, expected) => {
        path.assume(expected ? text : `(not ${text})`);
        return true;
      },
      unsupported: () => {},
      return: (_edge, path, _frame, value: Passed<HornCarriers> | undefined) => {
        path.returned =
          value?.kind === "scalar" && value.type.kind === "int"
            ? this.textOf(path, value.value, value.type)
            : undefined;
      },
      // An unknown function returns anything.
      callees: (edge, path) => {
        path.goOnAnyhow(edge);
        return [];
      },
      isErrorFunction: (name) => this.#options.errorFunctions.has(name),
      violation: (_edge, _called, path) => path.violation(),
      mismatch: (edge, _fn, path) => path.goOnAnyhow(edge),
      isPossible: () => true,
    };
  }

  #intrinsics(): IntrinsicAlgebra<HornCarriers> {
    const result = (call: IntrinsicCall, path: HornPath): LazyTerm | undefined =>
      call.resultType === undefined ? undefined : this.#arbitrary(path, call.resultType);
    const nothing = (): void => {};
    return {
      input: (call, path) => {
        const { resultType: type } = call;
        if (type?.kind !== "int" || !call.returnsBool) return result(call, path);
        return new LazyTerm(() => {
          const value = this.encoder.arbitrary(path, type);
          path.assume(`(<= 0 ${value} 1)`);
          return value;
        });
      },
      end: nothing,
      undefinedHere: nothing,
      allocate: result,
      reallocate: result,
      free: nothing,
      copyBytes: result,
      fillBytes: result,
      makeArbitrary: nothing,
      requireDisjoint: nothing,
      readString: nothing,
      requireBytes: nothing,
      readUnseen: nothing,
      openResult: result,
      libraryChoice: result,
      currentThread: result,
      floatFunction: result,
      roundingMode: result,
      setRoundingMode: result,
      requireNonzero: nothing,
      bits: result,
      unmodelled: () => true,
      arbitraryResult: (_edge, type, path) => this.#arbitrary(path, type),
    };
  }
}
