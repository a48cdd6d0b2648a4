/** Sizes and alignments of complete types on x86 (System V ABIs as gcc implements them). */
import type { CType } from "./types.ts";

/**
 * Size in bytes; undefined for incomplete types and variable-length arrays.
 * `void` and functions have size 1, as in GNU C pointer arithmetic.
 */
export function sizeOf(type: CType): number | undefined {
  switch (type.kind) {
    case "void":
    case "function":
      return 1;
    case "integer":
    case "float":
    case "pointer":
      return type.size;
    case "complex":
      return type.element.size * 2;
    case "enum":
      return type.definition.underlying?.size;
    case "struct":
    case "union":
      return type.definition.fields === undefined ? undefined : type.definition.size;
    case "array": {
      if (type.length === undefined) return undefined;
      const element = sizeOf(type.element);
      return element === undefined ? undefined : element * type.length;
    }
  }
}

/**
 * Alignment in bytes inside records and arrays, the value of C11 `_Alignof`;
 * undefined for incomplete records and enums.
 */
export function alignOf(type: CType): number | undefined {
  if (type.alignedTo !== undefined) return type.alignedTo;
  const natural = naturalAlignment(type);
  if (!type.atomic || natural === undefined) return natural;
  // gcc aligns atomic types to their size when the machine has an instruction for that size.
  const size = sizeOf(type) ?? 0;
  return [1, 2, 4, 8, 16].includes(size) ? Math.max(natural, size) : natural;
}

function naturalAlignment(type: CType): number | undefined {
  switch (type.kind) {
    case "void":
    case "function":
      return 1;
    case "integer":
    case "float":
      return type.align;
    case "pointer":
      return type.size;
    case "complex":
      return type.element.align;
    case "enum":
      return type.definition.underlying?.align;
    case "struct":
    case "union":
      return type.definition.fields === undefined ? undefined : type.definition.align;
    case "array":
      return alignOf(type.element);
  }
}

/** The door to all computations on types. */
export function preferredAlignOf(type: CType): number | undefined {
  const alignment = alignOf(type);
  if (alignment === undefined || type.alignedTo !== undefined) return alignment;
  switch (type.kind) {
    case "array":
      return preferredAlignOf(type.element);
    case "complex":
      return preferredAlignOf(type.element);
    case "enum":
      return type.definition.underlying && preferredAlignOf(type.definition.underlying);
    case "integer":
    case "float":
      return type.size === 8 ? 8 : alignment;
    default:
      return alignment;
  }
}

/** Whether objects of the type can be declared (C11 6.2.5p1); variable-length arrays count as complete. */
export function isComplete(type: CType): boolean {
  if (type.kind === "void" || type.kind === "function") return false;
  if (type.kind === "array") {
    const isSized = type.length !== undefined || type.lengthExpression !== undefined;
    return isSized && isComplete(type.element);
  }
  return sizeOf(type) !== undefined;
}
