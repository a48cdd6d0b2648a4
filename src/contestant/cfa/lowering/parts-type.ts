/** Numbers of several parts: complex numbers and GNU vectors. They stand in memory like records. */

import { invariant } from "../../../ground/util/errors.ts";
import { type CType, vectorOf } from "../../cfront/index.ts";
import type { ValueType } from "../model/cfa.ts";
import { valueTypeOf } from "../model/value-types.ts";

/** The parts of a complex number are its real and its imaginary part. */
export interface PartsType {
  readonly kind: "complex" | "vector";
  readonly element: CType;
  readonly count: number;
}

/** Undefined for all other types. */
export function partsTypeOf(type: CType): PartsType | undefined {
  if (type.kind === "complex") return { kind: "complex", element: type.element, count: 2 };
  const vector = vectorOf(type);
  return vector === undefined ? undefined : { kind: "vector", ...vector };
}

export function partValueType({ element }: PartsType): ValueType {
  const type = valueTypeOf(element);
  invariant(type !== undefined, "the parts of a number are numbers");
  return type;
}
