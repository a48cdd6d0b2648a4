/**
 * `__builtin_object_size(pointer, kind)` as gcc computes it without optimization (GCC manual,
 * "Object Size Checking"): the bytes from the pointer to the end of the object, or for odd kinds of
 * the innermost member, where the operand is the address of a named object. gcc uses only the
 * expression; it follows no pointer variable.
 */
import type { Expression } from "../ast.ts";
import { foldInteger } from "../constant-folding.ts";
import type { MachineModel } from "../machine-model.ts";
import { sizeOf } from "../type-layout.ts";

/** A place within a named object; offsets and sizes in bytes. */
interface Place {
  readonly size: number;
  readonly offset: number;
  /** The innermost member that the expression names. */
  readonly member: { readonly size: number; readonly offset: number } | undefined;
}

/** `unknown`: gcc does not know it either. `unsupported`: gcc's answer cannot be predicted. */
export type ObjectSize = number | "unknown" | "unsupported";

/** @param isInnermost - whether the innermost member is meant rather than the whole object */
export function objectSize(
  pointer: Expression,
  isInnermost: boolean,
  machine: MachineModel,
): ObjectSize {
  const operand = withoutPointerCasts(pointer);
  const place = pointedTo(operand, machine);
  if (place === "unknown" || place === "unsupported") return place;
  const { member } = place;
  // gcc distinguishes `&a[1]`, whose member it knows, from `a + 1`, which is the same expression
  // here.
  if (isInnermost && operand.kind === "binary") return "unsupported";
  const size = isInnermost && member !== undefined ? member.size : place.size;
  const offset = isInnermost && member !== undefined ? member.offset : place.offset;
  if (offset < 0) return "unsupported";
  return Math.max(0, size - offset);
}

function withoutPointerCasts(expression: Expression): Expression {
  let inner = expression;
  while (inner.kind === "cast" && inner.operand.type.kind === "pointer") inner = inner.operand;
  return inner;
}

/** The place that a pointer expression names. */
function pointedTo(
  expression: Expression,
  machine: MachineModel,
): Place | "unknown" | "unsupported" {
  const pointer = withoutPointerCasts(expression);
  switch (pointer.kind) {
    case "decay":
      return placeOf(pointer.operand, machine);
    case "unary":
      return pointer.operator === "address" ? placeOf(pointer.operand, machine) : "unknown";
    case "binary":
      return shifted(pointer, machine);
    default:
      return "unknown";
  }
}

function shifted(
  { operator, left, right, type }: Expression & { readonly kind: "binary" },
  machine: MachineModel,
): Place | "unknown" | "unsupported" {
  if (type.kind !== "pointer" || (operator !== "+" && operator !== "-")) return "unknown";
  const [base, index] = left.type.kind === "pointer" ? [left, right] : [right, left];
  const place = pointedTo(base, machine);
  if (place === "unknown" || place === "unsupported") return place;
  const count = foldInteger(index, machine);
  if (count === undefined) return "unknown";
  const elementSize = sizeOf(type.target) ?? 1;
  const distance = Number(count) * elementSize * (operator === "-" ? -1 : 1);
  if (!Number.isSafeInteger(distance)) return "unsupported";
  const { size, offset, member } = place;
  return {
    size,
    offset: offset + distance,
    member: member && { size: member.size, offset: member.offset + distance },
  };
}

/** The place of an lvalue. */
function placeOf(lvalue: Expression, machine: MachineModel): Place | "unknown" | "unsupported" {
  switch (lvalue.kind) {
    case "variable":
    case "string": {
      const size = sizeOf(lvalue.type);
      // Arrays of unknown or variable length, and objects that a flexible member enlarges.
      if (size === undefined || hasFlexibleMember(lvalue)) return "unsupported";
      return { size, offset: 0, member: undefined };
    }
    case "member": {
      const place = placeOf(lvalue.base, machine);
      if (place === "unknown" || place === "unsupported") return place;
      const size = sizeOf(lvalue.type);
      if (size === undefined) return "unsupported";
      return {
        size: place.size,
        offset: place.offset + lvalue.field.offset,
        member: { size, offset: 0 },
      };
    }
    case "unary":
      return lvalue.operator === "dereference" ? pointedTo(lvalue.operand, machine) : "unsupported";
    case "function":
    case "compound-literal":
      return "unknown";
    default:
      return "unsupported";
  }
}

function hasFlexibleMember({ type }: Expression): boolean {
  if (type.kind !== "struct" && type.kind !== "union") return false;
  const last = type.definition.fields?.at(-1);
  return last !== undefined && sizeOf(last.type) === undefined;
}
