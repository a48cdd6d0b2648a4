/** Invariants as C expressions that have a defined value in every state (witness format 2.0). */
import type { MemoryObject } from "../../cfa/cfa.ts";
import type { Term } from "../../smt/term.ts";
import type { MemoryCell } from "./region.ts";

/** An invariant in C, and the objects that its names stand for. */
export interface InvariantText {
  readonly text: string;
  readonly objects: readonly MemoryObject[];
}

/** A variable of the program that fills its memory cell. */
export interface IntegerVariable {
  readonly name: string;
  readonly object: MemoryObject;
  readonly bits: number;
  readonly isSigned: boolean;
}

/** Undefined for parts of objects, temporaries, and what is no integer. */
export function integerVariable({ region, offset, size }: MemoryCell): IntegerVariable | undefined {
  const { object } = region;
  if (object === undefined || object.variable === undefined) return undefined;
  const { scalar, name } = object;
  if (scalar?.kind !== "int" || offset !== 0 || size !== object.size) return undefined;
  return { name, object, bits: scalar.bits, isSigned: scalar.signed };
}

/** A C constant with the value of a bit pattern. */
export function constantText(pattern: bigint, { bits, isSigned }: IntegerVariable): string {
  const value = isSigned ? BigInt.asIntN(bits, pattern) : BigInt.asUintN(bits, pattern);
  const magnitude = value < 0n ? -value : value;
  if (isSigned && value === -(1n << BigInt(bits - 1)) && bits >= 32) {
    const suffix = bits > 32 ? "LL" : "";
    return `(-${magnitude - 1n}${suffix} - 1)`;
  }
  const suffix =
    isSigned || bits < 32 ? (magnitude > 0x7fffffffn ? "LL" : "") : bits > 32 ? "ULL" : "U";
  return value < 0n ? `(${value}${suffix})` : `${value}${suffix}`;
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

/** `x == y`; other differences could overflow. */
export function equalityText(
  a: MemoryCell,
  b: MemoryCell,
  difference: Term,
): InvariantText | undefined {
  if (difference.op !== "constant" || difference.value !== 0n) return undefined;
  const x = integerVariable(a);
  return x === undefined ? undefined : relationText(a, "==", b, x.isSigned);
}
