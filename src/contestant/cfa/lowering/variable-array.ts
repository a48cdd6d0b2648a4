/** Arrays of variable length (C11 6.7.6.2), which are pointers to memory that is allocated where they are declared. */
import { type Expression as Ast, type CType, sizeOf } from "../../cfront/index.ts";
import { compare, integer } from "../model/expressions.ts";
import { INTERNAL_NAMES } from "../model/intrinsics.ts";
import { isVariableLengthArray, typeRange } from "../model/value-types.ts";
import { emitInternalCall } from "./internal-call.ts";
import type { Lowering } from "./lowering.ts";

/**
 * No object has more bytes than `size_t` counts: where the elements would be more, the execution ends for lack of
 * memory. Without this, the product would wrap around to the size of a small array. Lengths that are not positive are
 * left as they are.
 */
export function assumeLengthFits(lower: Lowering, type: CType): void {
  if (type.kind !== "array" || isVariableLengthArray(type.element)) return;
  const length = lower.value(type.lengthExpression as Ast);
  if (length.type.kind !== "int") return;
  const most = ((1n << BigInt(lower.pointer.bits)) - 1n) / BigInt(sizeOf(type.element) || 1);
  if (typeRange(length.type)[1] <= most) return;
  const fits = compare("le", length, integer(length.type, most));
  const symbol = lower.names.internalFunction(INTERNAL_NAMES.assume, lower.types.void, [
    lower.types.int,
  ]);
  emitInternalCall(lower, symbol, [fits]);
}
