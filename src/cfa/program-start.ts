/** What a program gets before the first statement of `main`: input, and initial values that are not constant. */
import type { FunctionDefinition, Variable } from "../cfront/ast.ts";
import { sizeOf } from "../cfront/type-layout.ts";
import type { TextRange } from "../util/text-position.ts";
import type { MemoryObject } from "./cfa.ts";
import { addressOf, compare, integer, offsetBy } from "./expressions.ts";
import type { FunctionNames } from "./function-names.ts";
import { emitInternalCall } from "./internal-call.ts";
import { INTERNAL_NAMES } from "./intrinsics.ts";
import { assignTo } from "./lower-assignment.ts";
import type { Lowering } from "./lowering.ts";
import type { ComputedItem } from "./static-data.ts";
import { integerType } from "./value-types.ts";

export interface StartAction {
  readonly range: TextRange;
  readonly run: (lower: Lowering) => void;
}

/** Gives the object any value: another file of the program, or its environment, decides. */
export function unknownContents(object: MemoryObject, range: TextRange): StartAction {
  return { range, run: (lower) => fill(lower, object) };
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
 * The parameters of `main`, as far as the program uses them: `argc` is any
 * number that is not negative (C11 5.1.2.2.1p2); the strings are not modelled.
 */
export function provideInputs(
  { parameters }: FunctionDefinition,
  names: FunctionNames,
  named: ReadonlySet<Variable>,
): StartAction[] {
  return parameters
    .filter((parameter) => named.has(parameter))
    .map((parameter): StartAction => {
      const isCount = parameter === parameters[0] && parameter.type.kind === "integer";
      const run = (lower: Lowering): void => {
        if (!isCount) {
          lower.unsupported("parameters of main other than argc", parameter.type);
          return;
        }
        const object = names.objectOf(parameter);
        fill(lower, object);
        if (object.scalar?.kind !== "int") return;
        const address = addressOf(object, lower.pointer);
        const count = { kind: "load", type: object.scalar, address } as const;
        const { types } = lower;
        const assume = lower.names.internalFunction(INTERNAL_NAMES.assume, types.void, [types.int]);
        emitInternalCall(lower, assume, [compare("ge", count, integer(object.scalar, 0))]);
      };
      return { range: parameter.range, run };
    });
}
