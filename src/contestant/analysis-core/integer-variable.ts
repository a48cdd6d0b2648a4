/** Integer variables and constants of a program as C expressions. */
import type { MemoryObject } from "../cfa/index.ts";

/** A variable of the program that fills its memory cell. */
export interface IntegerVariable {
  readonly name: string;
  readonly object: MemoryObject;
  readonly bits: number;
  readonly isSigned: boolean;
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

/** Unsigned types by their width in bits. */
export const UNSIGNED_TYPES: ReadonlyMap<number, string> = new Map([
  [8, "unsigned char"],
  [16, "unsigned short"],
  [32, "unsigned int"],
  [64, "unsigned long long"],
]);
