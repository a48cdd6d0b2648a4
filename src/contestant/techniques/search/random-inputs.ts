/** Seeded random inputs, biased to the constants of the program and to the bounds of types. */

import { integerToFloat } from "../../../ground/util/ieee-float.ts";
import {
  type CallEdge,
  type CfaEdge,
  type CfaProgram,
  calledName,
  type Expression,
  expressionsOf,
  forEachSubexpression,
  formatOf,
  INTERNAL_NAMES,
  type ValueType,
  widthOf,
} from "../../cfa/index.ts";
import type { InputSource } from "../../interpreter/index.ts";
import { Numerals } from "./numerals.ts";
import { RandomGenerator } from "./random-generator.ts";

/** How a run picks its values: weights of the kinds of values. */
export interface RandomProfile {
  readonly zero: number;
  readonly small: number;
  readonly constant: number;
  readonly extreme: number;
  readonly uniform: number;
  /**
   * Maximal number of constants from which a run picks; absent: all. A sequence of particular
   * values, such as the digits of a number, is hit sooner when there are few others (swarm testing:
   * Groce, Zhang, Eide, Chen, Regehr, ISSTA 2012).
   */
  readonly constants?: number;
  /**
   * Whether each integer is larger, or smaller, than the one before: sorting and searches for the
   * maximum treat such sequences in special ways.
   */
  readonly direction?: 1 | -1;
}

export const PROFILES: readonly RandomProfile[] = [
  { zero: 0, small: 8, constant: 3, extreme: 0, uniform: 0 },
  { zero: 1, small: 3, constant: 5, extreme: 1, uniform: 1 },
  { zero: 0, small: 1, constant: 10, extreme: 0, uniform: 0 },
  { zero: 0, small: 0, constant: 0, extreme: 1, uniform: 8 },
  { zero: 6, small: 2, constant: 1, extreme: 0, uniform: 0 },
  { zero: 1, small: 1, constant: 1, extreme: 1, uniform: 1 },
  { zero: 0, small: 0, constant: 1, extreme: 0, uniform: 0, constants: 2 },
  { zero: 0, small: 1, constant: 0, extreme: 0, uniform: 0, direction: 1 },
  { zero: 0, small: 1, constant: 0, extreme: 0, uniform: 0, direction: -1 },
];

export class RandomInputs implements InputSource {
  readonly #random: RandomGenerator;
  readonly #constants: readonly bigint[];
  readonly #profile: RandomProfile;
  readonly #total: number;
  /** The source of characters, in every other execution. */
  readonly #numerals: Numerals | undefined;
  #last = 0;

  constructor(seed: number, constants: readonly bigint[], profile: RandomProfile) {
    this.#random = new RandomGenerator(seed);
    const { constants: most = constants.length } = profile;
    this.#constants = most < constants.length ? this.#someOf(constants, most) : constants;
    this.#profile = profile;
    if (seed % 2 === 0) this.#numerals = new Numerals(this.#random, constants);
    this.#total =
      profile.zero + profile.small + profile.constant + profile.extreme + profile.uniform;
  }

  #someOf(constants: readonly bigint[], most: number): bigint[] {
    const count = 1 + this.#random.below(most);
    return Array.from(
      { length: count },
      () => constants[this.#random.below(constants.length)] ?? 0n,
    );
  }

  nondet(edge: CallEdge, type: ValueType): bigint {
    const width = widthOf(type);
    if (type.kind === "pointer") return 0n;
    if (this.#numerals !== undefined && calledName(edge) === INTERNAL_NAMES.character) {
      return this.#numerals.next();
    }
    const value = this.#choose(width);
    if (value === undefined) return this.#random.bits(width);
    if (type.kind === "float") {
      const scaled = this.#random.below(3) === 0 ? value : value % 16n;
      return integerToFloat(formatOf(type.format), "nearest-even", scaled);
    }
    return BigInt.asUintN(width, value);
  }

  /** Returns an integer to try, or undefined for uniformly random bits. */
  #choose(width: number): bigint | undefined {
    const { direction } = this.#profile;
    if (direction !== undefined) {
      this.#last += direction * (1 + this.#random.below(2));
      return BigInt(this.#last);
    }
    let ticket = this.#random.below(this.#total);
    const { zero, small, constant, extreme } = this.#profile;
    if (ticket < zero) return 0n;
    ticket -= zero;
    if (ticket < small) return BigInt(this.#random.below(12) - 2);
    ticket -= small;
    if (ticket < constant) {
      const base = this.#constants[this.#random.below(Math.max(1, this.#constants.length))] ?? 1n;
      return base + BigInt(this.#random.below(3) - 1);
    }
    ticket -= constant;
    if (ticket >= extreme) return undefined;
    const top = 1n << BigInt(width - 1);
    return [top - 1n, -top, -1n, top][this.#random.below(4)];
  }

  fill(_edge: CfaEdge, size: number): Uint8Array | undefined {
    if (size > 4096 || this.#random.below(2) === 0) return undefined;
    const bytes = new Uint8Array(size);
    // An input of this size is a variable, and compared with constants.
    let value = size <= 8 ? this.#choose(8 * size) : undefined;
    if (value !== undefined) {
      for (let i = 0; i < size; i++, value >>= 8n) bytes[i] = Number(value & 0xffn);
      return bytes;
    }
    for (let i = 0; i < size; i++) bytes[i] = this.#random.next();
    return bytes;
  }
}

/** Yields every expression on an edge of the program's own functions. */
export function* programExpressions(program: CfaProgram): Generator<Expression> {
  for (const fn of program.functions.values()) {
    if (fn.isLibrary) continue;
    for (const node of fn.nodes) {
      for (const edge of node.leaving) yield* expressionsOf(edge);
    }
  }
}

/** Maximal number of constants to choose from. */
const MAX_CONSTANTS = 400;

/** Returns the integer constants of the program. */
export function constantsOf(program: CfaProgram): bigint[] {
  const found = new Set<bigint>();
  for (const expression of programExpressions(program)) {
    forEachSubexpression(expression, (part) => {
      if (part.kind === "integer" && part.type.kind === "int") found.add(part.value);
    });
    if (found.size > MAX_CONSTANTS) break;
  }
  return [...found];
}
