/**
 * The initialisation before the first statement of `main`: input, and initial values that are not
 * constant.
 */

import type { TextRange } from "../../../ground/util/text-position.ts";
import { type FunctionDefinition, sizeOf, type Variable } from "../../cfront/index.ts";
import type { Expression, IntegerValueType, MemoryObject, ValueType } from "../model/cfa.ts";
import { addressOf, binary, cast, compare, integer, offsetBy } from "../model/expressions.ts";
import { INTERNAL_NAMES } from "../model/intrinsics.ts";
import { BYTE, INT, integerType } from "../model/value-types.ts";
import type { FunctionNames } from "./function-names.ts";
import { emitInternalCall } from "./internal-call.ts";
import { assignTo } from "./lower-assignment.ts";
import type { Lowering } from "./lowering.ts";
import type { ComputedItem } from "./static-data.ts";

export interface StartAction {
  readonly range: TextRange;
  readonly run: (lower: Lowering) => void;
}

/** Gives the object any value: another file of the program, or its environment, decides. */
export function unknownContents(object: MemoryObject, range: TextRange): StartAction {
  return { range, run: (lower) => fill(lower, object) };
}

const STANDARD_STREAMS: readonly string[] = ["stdin", "stdout", "stderr"];

/** The standard stream of that name (C11 7.21.1p3); undefined for other objects. */
export function standardStream(object: MemoryObject, range: TextRange): StartAction | undefined {
  const number = STANDARD_STREAMS.indexOf(object.name);
  const { scalar } = object;
  if (number < 0 || scalar?.kind !== "pointer") return undefined;
  return {
    range,
    run: (lower) => {
      const { types, names } = lower;
      const parameters = [types.int];
      const symbol = names.internalFunction(
        "__agon_standard_stream",
        types.voidPointer,
        parameters,
      );
      const address = addressOf(object, lower.pointer);
      emitInternalCall(lower, symbol, [integer(INT, number)], { address, scalar });
    },
  };
}

function fill(lower: Lowering, object: MemoryObject): void {
  const address = addressOf(object, lower.pointer);
  const { types, names } = lower;
  if (object.scalar !== undefined) {
    const symbol = names.internalFunction(INTERNAL_NAMES.nondet, types.int, []);
    emitInternalCall(lower, symbol, [], { address, scalar: object.scalar });
  } else if (object.size > 0) {
    const parameters = [types.voidPointer, types.size];
    const symbol = names.internalFunction(INTERNAL_NAMES.nondetMemory, types.void, parameters);
    const size = integer(integerType(lower.pointer.bits, false), object.size);
    emitInternalCall(lower, symbol, [address, size]);
  }
}

/** Computes a part of a static object's initial value that is no constant. */
export function computedPart(object: MemoryObject, item: ComputedItem): StartAction {
  const { offset, bitField, type, value } = item;
  return {
    range: value.range,
    run: (lower) => {
      const address = offsetBy(addressOf(object, lower.pointer), offset);
      if (type.kind === "array") {
        const size = sizeOf(type) ?? 0;
        const from = lower.place(value).address;
        if (size > 0) lower.graph.emit({ kind: "copy", to: address, from, size });
        return;
      }
      assignTo(lower, bitField === undefined ? { address } : { address, bitField }, type, value);
    },
  };
}

/**
 * The parameters of `main`, as far as the program uses them (C11 5.1.2.2.1p2):
 * `argc` is any number that is not negative, `argv` an array of that many
 * pointers to arbitrary strings, which the program may change, and a null
 * pointer. More parameters are not modelled.
 */
export function provideInputs(
  { parameters }: FunctionDefinition,
  names: FunctionNames,
  named: ReadonlySet<Variable>,
): StartAction[] {
  const [count, strings, ...others] = parameters.map((parameter) => ({
    parameter,
    isNamed: named.has(parameter),
  }));
  if (count === undefined) return [];
  const isUsed = [count, strings, ...others].some((one) => one?.isNamed === true);
  if (!isUsed) return [];
  const run = (lower: Lowering): void => {
    const argc = names.objectOf(count.parameter);
    if (argc.scalar?.kind !== "int" || others.some(({ isNamed }) => isNamed)) {
      lower.unsupported("parameters of main other than argc and argv", lower.types.int);
      return;
    }
    const hasStrings = strings?.isNamed === true;
    const number = provideCount(lower, argc, argc.scalar, hasStrings ? MAX_STRINGS : undefined);
    if (!hasStrings) return;
    const { type } = strings.parameter;
    if (type.kind !== "pointer" || type.target.kind !== "pointer") {
      lower.unsupported("a second parameter of main of another type than char **", type);
      return;
    }
    provideStrings(lower, names.objectOf(strings.parameter), number);
  };
  return [{ range: count.parameter.range, run }];
}

/** More pointers do not fit into the address space of ILP32. */
const MAX_STRINGS = 2n ** 28n - 1n;

/** A number from 0 on; the greatest one has only set bits. */
function provideCount(
  lower: Lowering,
  argc: MemoryObject,
  type: IntegerValueType,
  limit: bigint = 2n ** BigInt(type.bits - 1) - 1n,
): Expression {
  fill(lower, argc);
  const address = addressOf(argc, lower.pointer);
  const count = { kind: "load", type, address } as const;
  // Any number but the sign: no execution is excluded, and none is wasted.
  const most = integer(type, limit);
  lower.graph.emit({ kind: "assign", address, value: binary("and", type, count, most) });
  return count;
}

/** `argv`: memory that lives as long as the activation of `main`. */
function provideStrings(lower: Lowering, argv: MemoryObject, count: Expression): void {
  const { types, names, graph, pointer } = lower;
  const word = integerType(pointer.bits, false);
  const bytes = pointer.bits / 8;
  const newLocal = (type: ValueType): { object: MemoryObject; value: Expression } => {
    const object = names.newTemporary(type.kind === "pointer" ? types.voidPointer : types.size);
    return { object, value: { kind: "load", type, address: addressOf(object, pointer) } };
  };
  const set = (object: MemoryObject, value: Expression): void =>
    graph.emit({ kind: "assign", address: addressOf(object, pointer), value });
  const allocate = (object: MemoryObject, size: Expression): void => {
    const alloca = names.internalFunction("__builtin_alloca", types.voidPointer, [types.size]);
    emitInternalCall(lower, alloca, [size], {
      address: addressOf(object, pointer),
      scalar: pointer,
    });
  };
  const [total, index, length] = [newLocal(word), newLocal(word), newLocal(word)];
  const text = newLocal(pointer);
  const strings: Expression = { kind: "load", type: pointer, address: addressOf(argv, pointer) };
  const at = (base: Expression, offset: Expression): Expression =>
    binary("add", pointer, base, offset);
  const entry = (position: Expression): Expression =>
    at(strings, binary("mul", word, position, integer(word, bytes)));
  const plusOne = (value: Expression): Expression => binary("add", word, value, integer(word, 1));

  set(total.object, cast(word, count));
  allocate(argv, binary("mul", word, plusOne(total.value), integer(word, bytes)));
  set(index.object, integer(word, 0));
  const [head, body, end] = [graph.newNode(), graph.newNode(), graph.newNode()];
  graph.skipTo(head);
  const isInside = compare("lt", index.value, total.value);
  graph.assume(isInside, true, undefined, body);
  graph.assume(isInside, false, undefined, end);
  graph.moveTo(body);
  fill(lower, length.object);
  // Longer ones do not fit into the address space.
  const longest = integer(word, 2n ** BigInt(pointer.bits - 2) - 1n);
  set(length.object, binary("and", word, length.value, longest));
  allocate(text.object, plusOne(length.value));
  const nondet = names.internalFunction(INTERNAL_NAMES.nondetMemory, types.void, [
    types.voidPointer,
    types.size,
  ]);
  emitInternalCall(lower, nondet, [text.value, plusOne(length.value)]);
  const last = at(text.value, length.value);
  graph.emit({ kind: "assign", address: last, value: integer(BYTE, 0) });
  graph.emit({ kind: "assign", address: entry(index.value), value: text.value });
  set(index.object, plusOne(index.value));
  graph.skipTo(head);
  graph.moveTo(end);
  graph.emit({ kind: "assign", address: entry(total.value), value: integer(pointer, 0) });
}
