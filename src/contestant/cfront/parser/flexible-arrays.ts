import { invariant } from "../../../ground/util/errors.ts";
import { sizeOf } from "../type-layout.ts";
import type { RecordType } from "../types.ts";

/**
 * The type of an object whose flexible array member an initialiser gave a
 * length (GNU C): a record of its own with room for the elements. References
 * to the object keep the declared type, so that `sizeof` leaves the elements out.
 */
export function completeFlexible(type: RecordType, length: number): RecordType {
  const { fields, size } = type.definition;
  const last = fields?.at(-1);
  invariant(fields !== undefined && last?.type.kind === "array", "a flexible array member is last");
  const array = { ...last.type, length };
  const end = last.offset + (sizeOf(array) ?? 0);
  const definition = {
    ...type.definition,
    fields: [...fields.slice(0, -1), { ...last, type: array }],
    // gcc does not pad such objects at their end.
    size: Math.max(size, end),
  };
  return { ...type, definition };
}
