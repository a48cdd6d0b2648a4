/**
 * Arithmetical congruences (Granger: "Static analysis of arithmetical congruences", 1989): integers `value + k *
 * modulus`, for every k. Modulus 0: that value alone; 1: any. Unlike the low bits of `congruence.ts`, the modulus
 * may be any number; wrapping around leaves its common divisor with the power of two.
 */

import { gcd } from "../../../../ground/util/gcd.ts";
import type { ArithmeticOperator } from "../../../cfa/index.ts";
import { arithmetic, type Congruence, EXACT } from "./congruence.ts";

export interface ResidueClass {
  /** Non-negative. */
  readonly modulus: bigint;
  /** From 0 to modulus - 1, unless the modulus is 0. */
  readonly value: bigint;
}

export const EVERY_INTEGER: ResidueClass = { modulus: 1n, value: 0n };

export function residueClass(modulus: bigint, value: bigint): ResidueClass {
  if (modulus === 0n) return { modulus, value };
  const rest = value % modulus;
  return { modulus, value: rest < 0n ? rest + modulus : rest };
}

export function hasMember({ modulus, value }: ResidueClass, integer: bigint): boolean {
  return modulus === 0n ? integer === value : (integer - value) % modulus === 0n;
}

/** Whether the first class has every integer of the second one. */
export function includes(outer: ResidueClass, inner: ResidueClass): boolean {
  if (!hasMember(outer, inner.value)) return false;
  return outer.modulus === 0n ? inner.modulus === 0n : inner.modulus % outer.modulus === 0n;
}

/** The smallest class with both. Chains are finite: a modulus that changes is divided. */
export function joinClasses(a: ResidueClass, b: ResidueClass): ResidueClass {
  return residueClass(gcd(gcd(a.modulus, b.modulus), a.value - b.value), a.value);
}

export function areDisjoint(a: ResidueClass, b: ResidueClass): boolean {
  return !hasMember(residueClass(gcd(a.modulus, b.modulus), a.value), b.value);
}

/** The class after wrapping around to a number of bits. */
export function wrappedClass({ modulus, value }: ResidueClass, bits: number): ResidueClass {
  return residueClass(gcd(modulus, 1n << BigInt(bits)), value);
}

/** The exact results of an operation, before they wrap around. Divisors are not zero, shift amounts in range. */
export function combinedClasses(
  operator: ArithmeticOperator,
  a: ResidueClass,
  b: ResidueClass,
): ResidueClass {
  switch (operator) {
    case "add":
      return residueClass(gcd(a.modulus, b.modulus), a.value + b.value);
    case "sub":
      return residueClass(gcd(a.modulus, b.modulus), a.value - b.value);
    case "mul":
      return product(a, b);
    case "shl":
      return b.modulus === 0n ? product(a, residueClass(0n, 1n << b.value)) : EVERY_INTEGER;
    case "shr":
      // Rounding down commutes with adding multiples of the divisor.
      return b.modulus === 0n && a.modulus % (1n << b.value) === 0n
        ? residueClass(a.modulus >> b.value, a.value >> b.value)
        : EVERY_INTEGER;
    case "div":
      return isMultiple(a, b)
        ? residueClass(absolute(a.modulus / b.value), a.value / b.value)
        : EVERY_INTEGER;
    case "rem":
      if (isMultiple(a, b)) return residueClass(0n, 0n);
      // The subtrahend is a multiple of the divisor.
      return b.modulus === 0n ? residueClass(gcd(a.modulus, b.value), a.value) : EVERY_INTEGER;
    case "and":
    case "or":
    case "xor":
      return ofLowBits(arithmetic(operator, WIDEST, lowBits(a), lowBits(b)));
  }
}

/** (v + km)(w + ln) = vw + knw' … : all but the first summand are multiples of the new modulus. */
function product(a: ResidueClass, b: ResidueClass): ResidueClass {
  const mixed = gcd(a.modulus * b.value, b.modulus * a.value);
  return residueClass(gcd(a.modulus * b.modulus, mixed), a.value * b.value);
}

/** Whether the second class is one number, of which all members of the first are multiples. */
function isMultiple(a: ResidueClass, b: ResidueClass): boolean {
  return b.modulus === 0n && a.modulus % b.value === 0n && a.value % b.value === 0n;
}

/** Wide enough that no bit of a type is cut off. */
const WIDEST = { kind: "int", bits: EXACT, signed: true } as const;

function lowBits({ modulus, value }: ResidueClass): Congruence {
  let bits = 0;
  while (bits < EXACT && ((modulus >> BigInt(bits)) & 1n) === 0n) bits++;
  return { bits, residue: BigInt.asUintN(bits, value) };
}

function ofLowBits({ bits, residue }: Congruence): ResidueClass {
  return residueClass(1n << BigInt(bits), residue);
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}
