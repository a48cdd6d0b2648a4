import { arrayOf } from "../type-factory.ts";
import { sizeOf } from "../type-layout.ts";
import type { CType } from "../types.ts";

/**
 * The type that `__attribute__((vector_size(bytes)))` makes of an arithmetic
 * type: declared, copied and passed like a record of the elements, with size and
 * alignment as gcc's. Arithmetic on vectors is a type error, as on records.
 */
export function vectorType(element: CType, bytes: number): CType {
  const size = sizeOf(element);
  if (size === undefined || size === 0 || bytes % size !== 0) return element;
  const elements = arrayOf(element, bytes / size);
  return {
    kind: "struct",
    tag: "vector",
    definition: {
      fields: [{ name: undefined, type: elements, offset: 0 }],
      size: bytes,
      align: bytes,
    },
  };
}
