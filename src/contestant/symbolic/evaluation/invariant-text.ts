/** Invariants as C expressions that have a defined value in every state (witness format 2.0). */

import type { InvariantText } from "../../analysis-core/index.ts";
import { constantText, type IntegerVariable, UNSIGNED_TYPES } from "../../analysis-core/index.ts";
import type { Term } from "../../smt/index.ts";
import type { MemoryCell } from "../memory/region.ts";

/** Undefined for parts of objects, temporaries, and values that are not integers. */
export function integerVariable({ region, offset, size }: MemoryCell): IntegerVariable | undefined {
  const { object } = region;
  if (object === undefined || object.variable === undefined) return undefined;
  const { scalar, name } = object;
  if (scalar?.kind !== "int" || offset !== 0 || size !== object.size) return undefined;
  return { name, object, bits: scalar.bits, isSigned: scalar.signed };
}

export function finiteSetText(
  cell: MemoryCell,
  values: ReadonlySet<bigint>,
): InvariantText | undefined {
  const variable = integerVariable(cell);
  if (variable === undefined || values.size === 0) return undefined;
  const cases = [...values].map((value) => `${variable.name} == ${constantText(value, variable)}`);
  return { text: cases.join(" || "), objects: [variable.object] };
}

/** `(x & 3) == 1` when the residue is a constant. */
export function lowBitsText(
  cell: MemoryCell,
  first: Term,
  bits: number,
): InvariantText | undefined {
  const variable = integerVariable(cell);
  if (variable === undefined || first.op !== "constant") return undefined;
  const mask = (1n << BigInt(bits)) - 1n;
  const text = `(${variable.name} & ${mask}) == ${first.value & mask}`;
  return { text, objects: [variable.object] };
}

/** `x <= y` for variables of one type. */
export function relationText(
  a: MemoryCell,
  operator: string,
  b: MemoryCell,
  signed: boolean,
): InvariantText | undefined {
  const x = integerVariable(a);
  const y = integerVariable(b);
  if (x === undefined || y === undefined || x.bits !== y.bits) return undefined;
  if (x.isSigned !== signed || y.isSigned !== signed) return undefined;
  return { text: `${x.name} ${operator} ${y.name}`, objects: [x.object, y.object] };
}

/** `a + factor * b == sum` modulo the width, for constant sums: unsigned, so that nothing overflows. */
export function linearText(
  a: MemoryCell,
  b: MemoryCell,
  factor: bigint,
  sum: Term,
): InvariantText | undefined {
  const x = integerVariable(a);
  const y = integerVariable(b);
  if (sum.op !== "constant" || x === undefined || y === undefined || x.bits !== y.bits) {
    return undefined;
  }
  const objects = [x.object, y.object];
  if (factor === -1n && sum.value === 0n && x.isSigned === y.isSigned) {
    return { text: `${x.name} == ${y.name}`, objects };
  }
  const type = UNSIGNED_TYPES.get(x.bits);
  if (type === undefined) return undefined;
  const read = ({ name, isSigned }: IntegerVariable): string =>
    isSigned ? `(${type})${name}` : name;
  const magnitude = factor < 0n ? -factor : factor;
  const product = magnitude === 1n ? read(y) : `${magnitude}U * ${read(y)}`;
  const linear = `${read(x)} ${factor < 0n ? "-" : "+"} ${product}`;
  const constant = constantText(sum.value, { ...x, isSigned: false });
  // Narrow types are computed in int.
  const value = x.bits < 32 ? `(${type})(${linear})` : linear;
  return { text: `${value} == ${constant}`, objects };
}
