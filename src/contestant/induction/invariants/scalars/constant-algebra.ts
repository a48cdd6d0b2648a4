/**
 * Meaning of edges where only integer constants in local variables are known. An operation that needs more, or is
 * undefined in C, throws {@link NotKnown}.
 */
import {
  binary,
  type ComparisonOperator,
  cast,
  compare,
  complement,
  type Expression,
  type FunctionCfa,
  INT,
  type IntegerConstant,
  type IntegerValueType,
  type MemoryObject,
  negate,
  type PointerValueType,
  sameValueType,
} from "../../../cfa/index.ts";

import type { Algebra, Binary, Carriers } from "../../../semantics/index.ts";

/** Thrown where an execution depends on more than constants. */
export class NotKnown extends Error {}

/** A single instance: deeply nested calls throw it once a level, and a stack trace each time takes long. */
const NOT_KNOWN = new NotKnown();

export function notKnown(): never {
  throw NOT_KNOWN;
}

export function known(value: IntegerConstant | undefined): IntegerConstant {
  return value ?? notKnown();
}

/** The variables of a running function. */
export class ConstantFrame {
  readonly #locals: ReadonlySet<MemoryObject>;
  readonly #values = new Map<MemoryObject, IntegerConstant>();
  returned: IntegerConstant | undefined;
  /** Number of assignments so far. */
  writes = 0;

  readonly #shared: Map<MemoryObject, IntegerConstant>;

  /** @param shared - variables of static storage that are known, with their values */
  constructor({ locals }: FunctionCfa, shared: Map<MemoryObject, IntegerConstant> = new Map()) {
    this.#locals = new Set(locals);
    this.#shared = shared;
  }

  read(object: MemoryObject): IntegerConstant | undefined {
    return this.#values.get(object) ?? this.#shared.get(object);
  }

  /** @throws NotKnown when the value, or another reader of it, is not known */
  write(object: MemoryObject, value: IntegerConstant | undefined): void {
    const isShared = this.#shared.has(object);
    if (object.isAddressTaken || !(isShared || this.#locals.has(object))) notKnown();
    (isShared ? this.#shared : this.#values).set(object, known(value));
    this.writes++;
  }

  forget(object: MemoryObject): void {
    this.#values.delete(object);
  }
}

export interface ConstantCarriers extends Carriers {
  readonly state: ConstantFrame;
  readonly frame: undefined;
  /** Undefined: not known. */
  readonly value: IntegerConstant | undefined;
  readonly truth: boolean | undefined;
  readonly place: undefined;
}

/** A folded expression; undefined when C does not define its value, or it is not an integer. */
function folded(expression: Expression): IntegerConstant | undefined {
  return expression.kind === "integer" ? expression : undefined;
}

function comparison(operator: ComparisonOperator): Binary<ConstantCarriers, boolean | undefined> {
  return (_, a, b) => {
    if (a === undefined || b === undefined) return undefined;
    const result = folded(compare(operator, a, b));
    return result === undefined ? undefined : result.value !== 0n;
  };
}

/** @param errorFunctions - their calls have effects beyond a result */
export function constantAlgebra(
  errorFunctions: ReadonlySet<string> = new Set(),
): Algebra<ConstantCarriers> {
  const unknown = (): undefined => undefined;
  const convert =
    (to: IntegerValueType | PointerValueType) =>
    (_: ConstantFrame, value: IntegerConstant | undefined): IntegerConstant | undefined =>
      value === undefined ? undefined : folded(cast(to, value));
  return {
    values: {
      integer: (constant) => constant,
      float: unknown,
      objectAddress: () => unknown,
      functionAddress: unknown,
      load: ({ address, type, bitField }) => {
        if (bitField !== undefined || address.kind !== "address") return unknown;
        const { target } = address;
        if (target.kind === "function") return unknown;
        return (stackFrame) => {
          const value = stackFrame.read(target);
          return value !== undefined && sameValueType(value.type, type) ? value : undefined;
        };
      },
      negate: () => (_, a) => (a === undefined ? undefined : folded(negate(a))),
      complement: () => (_, a) => (a === undefined ? undefined : folded(complement(a))),
      negateFloat: () => unknown,
      integerArithmetic:
        ({ operator, type }) =>
        (_, a, b) =>
          a === undefined || b === undefined ? undefined : folded(binary(operator, type, a, b)),
      floatArithmetic: () => unknown,
      offset: () => unknown,
      difference: () => unknown,
      compareIntegers: comparison,
      compareFloats: () => unknown,
      comparePointers: comparison,
      isNonzero: () => (_, value) => (value === undefined ? undefined : value.value !== 0n),
      ofTruth: () => (_, truth) =>
        truth === undefined ? undefined : { kind: "integer", type: INT, value: truth ? 1n : 0n },
      choose: (_type, condition, whenTrue, whenFalse) => (stackFrame, frame) => {
        const holds = condition(stackFrame, frame);
        if (holds === undefined) return undefined;
        return holds ? whenTrue(stackFrame, frame) : whenFalse(stackFrame, frame);
      },
      resize: convert,
      integerToFloat: () => unknown,
      floatToFloat: () => unknown,
      floatToInteger: () => unknown,
      integerToPointer: convert,
      pointerToInteger: convert,
      meaningless: () => unknown,
    },
    memory: {
      place: () => notKnown,
      store: ({ address, bitField }) => {
        if (bitField !== undefined || address.kind !== "address") return notKnown;
        const { target } = address;
        if (target.kind === "function") return notKnown;
        return (stackFrame, _frame, value) => stackFrame.write(target, value);
      },
      copy: notKnown,
      clear: notKnown,
      forgetBits: notKnown,
      declare: ({ object }, stackFrame) => stackFrame.forget(object),
      // The holders of addresses are not tracked here.
      endScope: () => {},
    },
    control: {
      leaveOpen: notKnown,
      assume: (_, truth, expected) => truth === expected,
      unsupported: notKnown,
      return: (_edge, stackFrame, _frame, value) => {
        if (value === undefined) return;
        stackFrame.returned = value.kind === "scalar" ? known(value.value) : notKnown();
      },
      callees: notKnown,
      isErrorFunction: (name) => errorFunctions.has(name),
      violation: notKnown,
      mismatch: notKnown,
      isPossible: () => true,
    },
    intrinsics: {
      input: notKnown,
      end: notKnown,
      undefinedHere: notKnown,
      allocate: notKnown,
      reallocate: notKnown,
      free: notKnown,
      copyBytes: notKnown,
      fillBytes: notKnown,
      makeArbitrary: notKnown,
      requireDisjoint: notKnown,
      readString: () => {},
      requireBytes: () => {},
      readUnseen: () => {},
      openResult: notKnown,
      libraryChoice: notKnown,
      currentThread: notKnown,
      floatFunction: notKnown,
      roundingMode: notKnown,
      setRoundingMode: notKnown,
      requireNonzero: notKnown,
      bits: notKnown,
      unmodelled: notKnown,
      arbitraryResult: notKnown,
    },
  };
}
