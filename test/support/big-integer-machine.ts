/**
 * Runs a program by the semantics of `src/contestant/semantics` over an algebra of exact integers
 * and bytes: no optimisation, no floats, no heap that outlives its use. Its answers are compared
 * with the interpreter.
 */
import type {
  BitField,
  CallEdge,
  CfaEdge,
  CfaNode,
  CfaProgram,
  ComparisonOperator,
  Expression,
  FunctionCfa,
  IntegerValueType,
  MemoryObject,
  ValueType,
} from "../../src/contestant/cfa/model/cfa.ts";
import { sizeInMemory } from "../../src/contestant/cfa/model/scalar-layout.ts";
import { typeRange, wrap } from "../../src/contestant/cfa/model/value-types.ts";
import type { FunctionSymbol } from "../../src/contestant/cfront/ast.ts";
import type { UndefinedBehaviour } from "../../src/contestant/interpreter/index.ts";
import {
  type Algebra,
  type CallSink,
  type Carriers,
  type ControlAlgebra,
  EdgeSemantics,
  type Evaluation,
  type Hazard,
  type IntegerOperation,
  type IntrinsicAlgebra,
  type IntrinsicCall,
  type MemoryAlgebra,
  type Passed,
  type ScalarTarget,
  type ValueAlgebra,
} from "../../src/contestant/semantics/index.ts";

export interface MachineOptions {
  readonly errorFunctions: ReadonlySet<string>;
  readonly overflow: "wrap" | "stop";
  readonly inputs: readonly bigint[];
}

export type MachineOutcome =
  | { readonly kind: "terminated"; readonly exitCode: number }
  | { readonly kind: "aborted" | "blocked" | "error-reached"; readonly edge: number }
  | {
      readonly kind: "undefined-behaviour";
      readonly behaviour: UndefinedBehaviour;
      readonly edge: number;
    }
  /** The machine does not support a feature; no conclusion. */
  | { readonly kind: "unsupported"; readonly reason: string };

/** A piece of memory; pointers in it are stored beside the bytes. */
class Block {
  readonly bytes: Uint8Array;
  readonly pointers = new Map<number, MachineValue>();
  readonly isReadOnly: boolean;

  constructor(size: number, isReadOnly = false) {
    this.bytes = new Uint8Array(size);
    this.isReadOnly = isReadOnly;
  }
}

interface Place {
  readonly block: Block;
  readonly offset: bigint;
}
type MachineValue = bigint | Place | FunctionSymbol;

interface Frame {
  readonly blocks: Map<MemoryObject, Block>;
  result: Passed<Machine> | undefined;
}

interface Machine extends Carriers {
  readonly state: BigIntegerMachine;
  readonly frame: Frame;
  readonly value: MachineValue;
  readonly truth: boolean;
  readonly place: Place;
}

class Ended extends Error {
  readonly outcome: MachineOutcome;
  constructor(outcome: MachineOutcome) {
    super(outcome.kind);
    this.outcome = outcome;
  }
}

const MAX_STEPS = 20_000;

export function runBySemantics(program: CfaProgram, options: MachineOptions): MachineOutcome {
  return new BigIntegerMachine(program, options).run();
}

class BigIntegerMachine {
  readonly #program: CfaProgram;
  readonly #options: MachineOptions;
  readonly #semantics: EdgeSemantics<Machine>;
  readonly #statics = new Map<MemoryObject, Block>();
  readonly #pointerBits: number;
  #edge: CfaEdge | undefined;
  #next = 0;
  #steps = 0;
  #depth = 0;
  #entered: CfaNode | undefined;

  constructor(program: CfaProgram, options: MachineOptions) {
    this.#program = program;
    this.#options = options;
    this.#pointerBits = program.machine.pointerBits;
    this.#semantics = new EdgeSemantics(program, this.#algebra());
  }

  run(): MachineOutcome {
    try {
      for (const object of this.#program.globals) {
        this.#statics.set(object, new Block(object.size, object.isReadOnly));
      }
      const frame = this.#frame(this.#program.main);
      for (const object of this.#program.globals) {
        const block = this.#statics.get(object) as Block;
        for (const { offset, bitField, value } of object.initial) {
          const known = this.#semantics.expressions.evaluate(value, this, frame);
          this.#write({ block, offset: BigInt(offset) }, value.type, bitField, known, false);
        }
      }
      this.#runFunction(this.#program.main, frame);
      const { result } = frame;
      const code = result?.kind === "scalar" ? result.value : 0n;
      return { kind: "terminated", exitCode: exitCode(code) };
    } catch (error) {
      if (error instanceof Ended) return error.outcome;
      throw error;
    }
  }

  #frame(fn: FunctionCfa): Frame {
    const blocks = new Map(fn.locals.map((object) => [object, new Block(object.size)]));
    return { blocks, result: undefined };
  }

  #runFunction(fn: FunctionCfa, frame: Frame): void {
    if (++this.#depth > 50) this.#unsupported("deep recursion");
    for (let node = fn.entry; node !== fn.exit; ) {
      if (++this.#steps > MAX_STEPS) this.#unsupported("many steps");
      node = this.#follow(node, frame);
    }
    this.#depth--;
  }

  #follow({ leaving }: CfaNode, frame: Frame): CfaNode {
    for (const edge of leaving) {
      this.#edge = edge;
      if (edge.kind === "call") {
        this.#entered = undefined;
        this.#semantics.call(edge, this, frame, this.#sink);
        if (this.#entered === undefined) this.#unsupported("no execution goes on");
        return edge.target;
      }
      if (this.#semantics.step(edge, this, frame)) return edge.target;
    }
    return this.#unsupported("no edge is taken");
  }

  readonly #sink: CallSink<Machine> = {
    enter: (edge, fn, _state, caller, passed) => {
      const frame = this.#frame(fn);
      for (const [index, argument] of passed.entries()) {
        const parameter = fn.parameters[index];
        if (parameter === undefined) continue;
        const place = { block: frame.blocks.get(parameter) as Block, offset: 0n };
        this.#put(place, argument);
      }
      this.#runFunction(fn, frame);
      this.#edge = edge;
      const { result } = edge;
      if (result !== undefined) {
        const returned = frame.result;
        if (returned === undefined) this.#undefined("missing-result");
        if (returned.kind === "scalar") {
          this.#semantics.resultStore(edge)?.(this, caller, returned.value);
        } else {
          const to = this.#semantics.expressions.evaluate(result.address, this, caller);
          this.#put(this.#checked(to, returned.size, true), returned);
        }
      }
      this.#entered = edge.target;
    },
    goOn: ({ target }) => {
      this.#entered = target;
    },
  };

  // ------------------------------------------------------------------- ending

  #end(outcome: MachineOutcome): never {
    throw new Ended(outcome);
  }

  #unsupported(reason: string): never {
    return this.#end({ kind: "unsupported", reason });
  }

  #undefined(behaviour: UndefinedBehaviour): never {
    return this.#end({ kind: "undefined-behaviour", behaviour, edge: this.#edge?.id ?? -1 });
  }

  #hazard(hazard: Hazard): void {
    const behaviour = behaviourOf(hazard, this.#options.overflow === "stop");
    if (behaviour !== undefined) this.#undefined(behaviour);
  }

  // ------------------------------------------------------------------- memory

  #checked(pointer: MachineValue, size: number, isWrite: boolean): Place {
    if (typeof pointer === "bigint" || "kind" in pointer) {
      return this.#undefined("invalid-dereference");
    }
    const { block, offset } = pointer;
    if (offset < 0n || offset + BigInt(size) > BigInt(block.bytes.length)) {
      this.#undefined("invalid-dereference");
    }
    if (isWrite && block.isReadOnly) this.#undefined("read-only-write");
    return pointer;
  }

  #bytesOf({ block, offset }: Place, size: number): bigint {
    let value = 0n;
    for (let i = size - 1; i >= 0; i--) {
      const at = Number(offset) + i;
      if (block.pointers.has(at)) this.#unsupported("bytes of a pointer");
      value = (value << 8n) | BigInt(block.bytes[at] as number);
    }
    return value;
  }

  #read(place: Place, type: ValueType, bitField: BitField | undefined): MachineValue {
    if (type.kind === "float") return this.#unsupported("a float");
    const pointer = place.block.pointers.get(Number(place.offset));
    if (type.kind === "pointer" && pointer !== undefined) return pointer;
    if (bitField === undefined) return wrap(type, this.#bytesOf(place, type.bits / 8));
    const unit = this.#bytesOf(place, Math.ceil((bitField.bitOffset + bitField.bitWidth) / 8));
    const bits = unit >> BigInt(bitField.bitOffset);
    const isSigned = type.kind === "int" && type.signed;
    return (isSigned ? BigInt.asIntN : BigInt.asUintN)(bitField.bitWidth, bits);
  }

  #write(
    { block, offset }: Place,
    type: ValueType,
    bitField: BitField | undefined,
    value: MachineValue,
    isChecked = true,
  ): void {
    if (type.kind === "float") this.#unsupported("a float");
    const size =
      bitField === undefined
        ? sizeInMemory(type, this.#pointerBits)
        : Math.ceil((bitField.bitOffset + bitField.bitWidth) / 8);
    if (isChecked) this.#checked({ block, offset }, size, true);
    const at = Number(offset);
    this.#forgetPointers(block, at, size);
    if (typeof value !== "bigint") {
      block.pointers.set(at, value);
      return;
    }
    let bits = BigInt.asUintN(8 * size, value);
    if (bitField !== undefined) {
      const mask = ((1n << BigInt(bitField.bitWidth)) - 1n) << BigInt(bitField.bitOffset);
      const old = this.#bytesOf({ block, offset }, size);
      bits = (old & ~mask) | ((value << BigInt(bitField.bitOffset)) & mask);
    }
    for (let i = 0; i < size; i++) block.bytes[at + i] = Number((bits >> BigInt(8 * i)) & 0xffn);
  }

  #forgetPointers(block: Block, from: number, size: number): void {
    const width = this.#pointerBits / 8;
    for (const at of [...block.pointers.keys()]) {
      if (at >= from + size || at + width <= from) continue;
      if (at < from || at + width > from + size) this.#unsupported("a part of a pointer");
      block.pointers.delete(at);
    }
  }

  #copy(to: Place, from: Place, size: number): void {
    const [target, source] = [Number(to.offset), Number(from.offset)];
    const bytes = from.block.bytes.slice(source, source + size);
    const pointers = [...from.block.pointers].filter(([at]) => at >= source && at < source + size);
    this.#forgetPointers(to.block, target, size);
    to.block.bytes.set(bytes, target);
    for (const [at, pointer] of pointers) to.block.pointers.set(at - source + target, pointer);
  }

  #put(place: Place, passed: Passed<Machine>): void {
    if (passed.kind === "scalar") this.#write(place, passed.type, undefined, passed.value);
    else this.#copy(place, passed.place, passed.size);
  }

  #overlap(to: Place, from: Place, size: number): boolean {
    if (to.block !== from.block) return false;
    const distance = to.offset - from.offset;
    return distance !== 0n && (distance < 0n ? -distance : distance) < BigInt(size);
  }

  // ------------------------------------------------------------------ algebra

  #algebra(): Algebra<Machine> {
    return {
      values: this.#values(),
      memory: this.#memory(),
      control: this.#control(),
      intrinsics: this.#intrinsics(),
    };
  }

  #integer(value: MachineValue): bigint {
    return typeof value === "bigint" ? value : this.#unsupported("the number of a pointer");
  }

  #fit(type: IntegerValueType, exact: bigint, hazards: readonly Hazard[]): bigint {
    const result = wrap(type, exact);
    if (result !== exact) for (const hazard of hazards) this.#hazard(hazard);
    return result;
  }

  #compute({ operator, type, hazards }: IntegerOperation, a: bigint, b: bigint): bigint {
    const may = (hazard: Hazard): boolean => hazards.includes(hazard);
    switch (operator) {
      case "add":
        return this.#fit(type, a + b, hazards);
      case "sub":
        return this.#fit(type, a - b, hazards);
      case "mul":
        return this.#fit(type, a * b, hazards);
      case "div":
      case "rem": {
        if (may("division-by-zero") && b === 0n) this.#hazard("division-by-zero");
        const isOverflow = type.signed && b === -1n && a === typeRange(type)[0];
        if (isOverflow && may("quotient-overflow")) this.#hazard("quotient-overflow");
        if (isOverflow && may("remainder-overflow")) this.#hazard("remainder-overflow");
        return operator === "div" ? a / b : a % b;
      }
      case "shl":
      case "shr": {
        if (may("shift-amount") && (b < 0n || b >= BigInt(type.bits))) this.#hazard("shift-amount");
        if (operator === "shr") return a >> b;
        const exact = a << b;
        if (may("negative-shift") && a < 0n) this.#hazard("negative-shift");
        if (may("shift-overflow") && exact !== wrap(type, exact)) this.#hazard("shift-overflow");
        return wrap(type, exact);
      }
      case "and":
        return wrap(type, a & b);
      case "or":
        return wrap(type, a | b);
      case "xor":
        return wrap(type, a ^ b);
    }
  }

  #values(): ValueAlgebra<Machine> {
    const noFloats = (): never => this.#unsupported("a float");
    return {
      integer: ({ value }) => value,
      float: () => 0n,
      objectAddress:
        (object) =>
        (_, { blocks }) => ({
          block: (blocks.get(object) ?? this.#statics.get(object)) as Block,
          offset: 0n,
        }),
      functionAddress: (symbol) => symbol,
      load:
        ({ type, bitField }, pointer) =>
        (state, frame) => {
          const size =
            bitField === undefined
              ? sizeInMemory(type, this.#pointerBits)
              : Math.ceil((bitField.bitOffset + bitField.bitWidth) / 8);
          return this.#read(this.#checked(pointer(state, frame), size, false), type, bitField);
        },
      negate: (type, hazards) => (_, a) => this.#fit(type, -this.#integer(a), hazards),
      complement: (type) => (_, a) => wrap(type, ~this.#integer(a)),
      negateFloat: () => noFloats,
      integerArithmetic: (operation) => (_, a, b) =>
        this.#compute(operation, this.#integer(a), this.#integer(b)),
      floatArithmetic: () => noFloats,
      offset:
        (operator, { bits }) =>
        (_, a, b) => {
          if (typeof a === "bigint" || "kind" in a) return this.#unsupported("a moved number");
          const bytes = BigInt.asIntN(bits, this.#integer(b));
          return { block: a.block, offset: a.offset + (operator === "add" ? bytes : -bytes) };
        },
      difference: (type) => (_, a, b) => {
        if (typeof a === "bigint" || typeof b === "bigint") return this.#unsupported("a number");
        if ("kind" in a || "kind" in b || a.block !== b.block) return this.#unsupported("blocks");
        return wrap(type, a.offset - b.offset);
      },
      compareIntegers: (operator) => (_, a, b) =>
        compared(operator, this.#integer(a), this.#integer(b)),
      comparePointers: (operator) => (_, a, b) => {
        if (typeof a === "bigint" && typeof b === "bigint") return compared(operator, a, b);
        if (operator !== "eq" && operator !== "ne")
          return this.#unsupported("an order of pointers");
        const isSame =
          typeof a !== "bigint" &&
          typeof b !== "bigint" &&
          ("kind" in a || "kind" in b ? a === b : a.block === b.block && a.offset === b.offset);
        return isSame === (operator === "eq");
      },
      compareFloats: () => noFloats,
      isNonzero: () => (_, value) => value !== 0n,
      ofTruth: () => (_, truth) => (truth ? 1n : 0n),
      choose: (_type, condition, whenTrue, whenFalse) => (state, frame) =>
        condition(state, frame) ? whenTrue(state, frame) : whenFalse(state, frame),
      resize: (to) => (_, value) => wrap(to, this.#integer(value)),
      integerToFloat: () => noFloats,
      floatToFloat: () => noFloats,
      floatToInteger: () => noFloats,
      integerToPointer: (to) => (_, value) => wrap(to, this.#integer(value)),
      pointerToInteger: (to) => (_, value) => wrap(to, this.#integer(value)),
      meaningless: (_type, reason) => () => this.#unsupported(reason),
    };
  }

  #memory(): MemoryAlgebra<Machine> {
    return {
      place: (_address: Expression, pointer: Evaluation<Machine>) => (state, frame, size) =>
        this.#checked(pointer(state, frame), size, false),
      store:
        ({ type, bitField }: ScalarTarget, pointer) =>
        (state, frame, value) => {
          const at = this.#checked(pointer(state, frame), 0, true);
          this.#write(at, type, bitField, value);
        },
      copy: (_, to, from, size) => {
        this.#checked(to, size, true);
        if (this.#overlap(to, from, size)) this.#undefined("library-argument");
        this.#copy(to, from, size);
      },
      clear: (_, place, size) => {
        this.#checked(place, size, true);
        this.#forgetPointers(place.block, Number(place.offset), size);
        place.block.bytes.fill(0, Number(place.offset), Number(place.offset) + size);
      },
      // As in the interpreter's usual implementation: padding does not change.
      forgetBits: () => {},
      declare: ({ object }, _, { blocks }) => {
        const block = blocks.get(object);
        block?.bytes.fill(0);
        block?.pointers.clear();
      },
      endScope: ({ objects }, _, { blocks }) => {
        for (const object of objects) blocks.set(object, new Block(object.size));
      },
    };
  }

  #control(): ControlAlgebra<Machine> {
    return {
      leaveOpen: ({ open }) => this.#unsupported(open),
      assume: (_, truth, expected) => {
        const { kind, id } = this.#edge as CfaEdge;
        if (kind === "call" && truth !== expected) this.#end({ kind: "blocked", edge: id });
        return truth === expected;
      },
      unsupported: (_edge, reason) => this.#unsupported(reason),
      return: (_edge, _state, frame, value) => {
        // A record is copied: its place may be a local.
        if (value?.kind === "record") {
          const block = new Block(value.size);
          this.#copy({ block, offset: 0n }, value.place, value.size);
          frame.result = { ...value, place: { block, offset: 0n } };
        } else frame.result = value;
      },
      callees: (_edge, state, _frame, pointer) =>
        typeof pointer !== "bigint" && "kind" in pointer
          ? [{ symbol: pointer, state }]
          : this.#undefined("invalid-call"),
      isErrorFunction: (name) => this.#options.errorFunctions.has(name),
      violation: ({ id }) => this.#end({ kind: "error-reached", edge: id }),
      mismatch: () => this.#unsupported("other types"),
      isPossible: () => true,
    };
  }

  #intrinsics(): IntrinsicAlgebra<Machine> {
    const unsupported = ({ symbol }: IntrinsicCall): never => this.#unsupported(symbol.name);
    const bytes = (size: MachineValue): number => Number(this.#integer(size));
    return {
      input: ({ intrinsic, resultType, returnsBool }) => {
        if (intrinsic.kind === "no-effect" || resultType?.kind !== "int") {
          return this.#unsupported("an open result");
        }
        const value = this.#options.inputs[this.#next++] ?? 0n;
        return returnsBool ? value & 1n : wrap(resultType, value);
      },
      end: ({ intrinsic, edge }, _state, status) => {
        if (intrinsic.kind !== "exit") this.#end({ kind: "aborted", edge: edge.id });
        if (status === undefined) this.#unsupported("exit without a status");
        this.#end({ kind: "terminated", exitCode: exitCode(status) });
      },
      undefinedHere: () => this.#undefined("unreachable"),
      allocate: (_call, _state, _frame, { size, count }) => {
        const [a, b] = [this.#integer(size), count === undefined ? 1n : this.#integer(count)];
        if (a * b > 4096n) return this.#unsupported("a large block");
        return { block: new Block(Number(a * b)), offset: 0n };
      },
      reallocate: unsupported,
      free: () => this.#unsupported("free"),
      copyBytes: (_call, _state, to, from, size, mayOverlap) => {
        const n = bytes(size);
        const [target, source] = [this.#checked(to, n, true), this.#checked(from, n, false)];
        if (!mayOverlap && this.#overlap(target, source, n)) this.#undefined("library-argument");
        this.#copy(target, source, n);
        return to;
      },
      fillBytes: (_call, _state, to, byte, size) => {
        const n = bytes(size);
        const { block, offset } = this.#checked(to, n, true);
        this.#forgetPointers(block, Number(offset), n);
        const value = Number(BigInt.asUintN(8, this.#integer(byte)));
        block.bytes.fill(value, Number(offset), Number(offset) + n);
        return to;
      },
      makeArbitrary: unsupported,
      requireDisjoint: unsupported,
      readString: () => {},
      requireBytes: () => {},
      readUnseen: () => {},
      openResult: (_call, _state, _promise, usual) => usual,
      libraryChoice: () => 0n,
      currentThread: () => 1n,
      floatFunction: unsupported,
      roundingMode: unsupported,
      setRoundingMode: unsupported,
      requireNonzero: (_call, _state, operand) => {
        if (operand === 0n) this.#undefined("library-argument");
      },
      bits: (_call, _state, operation, operand) => {
        const value = this.#integer(operand);
        if (operation !== "popcount") return this.#unsupported(operation);
        return BigInt(value.toString(2).replaceAll("0", "").length);
      },
      unmodelled: (_edge: CallEdge, reason) => this.#unsupported(reason),
      arbitraryResult: () => this.#unsupported("an arbitrary result"),
    };
  }
}

function compared(operator: ComparisonOperator, a: bigint, b: bigint): boolean {
  switch (operator) {
    case "eq":
      return a === b;
    case "ne":
      return a !== b;
    case "lt":
      return a < b;
    case "le":
      return a <= b;
    case "gt":
      return a > b;
    case "ge":
      return a >= b;
  }
}

/** As the parent process sees it. */
function exitCode(status: MachineValue): number {
  return typeof status === "bigint" ? Number(BigInt.asUintN(8, status)) : 0;
}

/** Undefined where overflow wraps around. */
function behaviourOf(hazard: Hazard, stops: boolean): UndefinedBehaviour | undefined {
  switch (hazard) {
    case "overflow":
    case "shift-overflow":
      return stops ? "signed-overflow" : undefined;
    case "division-by-zero":
      return "division-by-zero";
    case "quotient-overflow":
    case "remainder-overflow":
      return "signed-overflow";
    case "negative-shift":
      return stops ? "shift" : undefined;
    case "shift-amount":
      return "shift";
    case "conversion":
      return "float-to-integer";
  }
}
