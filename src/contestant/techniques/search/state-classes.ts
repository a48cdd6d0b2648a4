/**
 * Classes of states for a search, by the differences that the program may observe. Two numbers are
 * equivalent if they lie between the same two of the constants with which the program compares the
 * variable. Dead variables do not count. The classes are only a heuristic: equivalent states may
 * continue differently.
 */
import { fnvStep } from "../../../ground/util/fnv.ts";
import {
  type CallEdge,
  type CfaProgram,
  type Expression,
  type FunctionCfa,
  forEachSubexpression,
  Liveness,
  type MemoryObject,
} from "../../cfa/index.ts";
import type { ExposedState } from "../../interpreter/index.ts";
import { programExpressions } from "./random-inputs.ts";

/** How little is new about a state: 0 is the rarest class. */
export type Familiarity = number;

/** A variable has a value of a new class. */
const NEW_CLASS: Familiarity = 0;
/** Variables have a new combination of known classes. */
const NEW_COMBINATION: Familiarity = 1;
/** Familiarity of the commonest combinations, which have as many states as all others together. */
export const MAX_FAMILIAR: Familiarity = 20;

export class StateClasses {
  readonly #state: ExposedState;
  readonly #words: Int32Array;
  readonly #places: readonly Place[];
  readonly #locals: LiveLocals;
  readonly #seenClasses = new Set<number>();
  /** Number of seen states of each combination, by its hash. */
  readonly #combinations = new Map<number, number>();
  readonly #values = new Set<number>();
  /** The places that are relevant at each edge. */
  readonly #relevant = new Map<CallEdge, readonly Place[]>();

  constructor(program: CfaProgram, state: ExposedState) {
    this.#state = state;
    const thresholds = thresholdsOf(program);
    const places: Place[] = [];
    let word = 0;
    let firstClass = 0;
    for (const object of state.objects) {
      const borders = [...(thresholds.get(object) ?? [])].toSorted((a, b) => a - b);
      const { scalar } = object;
      const isWide = scalar !== undefined && scalar.kind !== "float" && scalar.bits > 32;
      const isSigned = scalar?.kind === "int" && scalar.signed;
      places.push({ object, word, isWide, isSigned, borders, firstClass });
      word += isWide ? 2 : 1;
      firstClass += 2 * borders.length + 1;
    }
    this.#places = places;
    this.#words = new Int32Array(word);
    this.#locals = new LiveLocals(program);
  }

  /** Classifies the state of a run that asks for an input; undefined when it was seen before. */
  visit(edge: CallEdge): Familiarity | undefined {
    this.#state.read(this.#words);
    const start = Math.imul(edge.id + 1, 0x9e3779b1) ^ this.#state.memoryHash();
    const combination = new Hash(start);
    const values = new Hash(start);
    const classesBefore = this.#seenClasses.size;
    for (const place of this.#placesAt(edge)) {
      const number = this.#classOf(place);
      this.#seenClasses.add(number);
      combination.add(number);
      values.add(this.#words[place.word] as number);
      if (place.isWide) values.add(this.#words[place.word + 1] as number);
    }
    if (this.#values.has(values.value)) return undefined;
    this.#values.add(values.value);
    const seen = this.#combinations.get(combination.value) ?? 0;
    this.#combinations.set(combination.value, seen + 1);
    if (this.#seenClasses.size > classesBefore) return NEW_CLASS;
    return Math.min(NEW_COMBINATION + Math.ceil(Math.log2(seen + 1)), MAX_FAMILIAR);
  }

  #classOf({ word, isWide, isSigned, borders, firstClass }: Place): number {
    const low = this.#words[word] as number;
    const high = isWide ? (this.#words[word + 1] as number) : 0;
    let value = isSigned ? low : low >>> 0;
    if (isWide) value = (isSigned ? high : high >>> 0) * 2 ** 32 + (low >>> 0);
    let below = 0;
    let end = borders.length;
    while (below < end) {
      const middle = (below + end) >> 1;
      if ((borders[middle] as number) < value) below = middle + 1;
      else end = middle;
    }
    return firstClass + 2 * below + (borders[below] === value ? 1 : 0);
  }

  #placesAt(edge: CallEdge): readonly Place[] {
    let places = this.#relevant.get(edge);
    if (places === undefined) {
      const live = this.#locals.at(edge);
      places = this.#places.filter(({ object }) => object.kind === "global" || live.has(object));
      this.#relevant.set(edge, places);
    }
    return places;
  }
}

interface Place {
  readonly object: MemoryObject;
  /** First word of its value. */
  readonly word: number;
  readonly isWide: boolean;
  readonly isSigned: boolean;
  /** The constants with which it is compared, in order. */
  readonly borders: readonly number[];
  /** Number of its first class. */
  readonly firstClass: number;
}

/** Two hashes of 32 bits in one number. */
class Hash {
  #a: number;
  #b: number;

  constructor(start: number) {
    this.#a = start;
    this.#b = ~start;
  }

  add(word: number): void {
    this.#a = fnvStep(this.#a, word);
    this.#a ^= this.#a >>> 15;
    this.#b = Math.imul(this.#b + word, 0x85ebca6b);
    this.#b ^= this.#b >>> 13;
  }

  get value(): number {
    return (this.#a >>> 0) * 2 ** 21 + (this.#b >>> 11);
  }
}

/** Returns the constants with which variables are compared; a truth test is a comparison with 0. */
function thresholdsOf(program: CfaProgram): ReadonlyMap<MemoryObject, ReadonlySet<number>> {
  const found = new Map<MemoryObject, Set<number>>();
  const add = (expression: Expression, constant: bigint): void => {
    const object = variableOf(expression);
    if (object === undefined) return;
    const known = found.get(object);
    if (known === undefined) found.set(object, new Set([Number(constant)]));
    else known.add(Number(constant));
  };
  for (const expression of programExpressions(program)) {
    add(expression, 0n);
    forEachSubexpression(expression, (part) => {
      if (part.kind === "conditional") add(part.condition, 0n);
      if (part.kind !== "compare") return;
      const { left, right, type } = part;
      const isSigned = type.kind === "int" && type.signed;
      const numeral = (value: bigint, bits: number): bigint =>
        isSigned ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
      if (right.kind === "integer") add(left, numeral(right.value, type.bits));
      if (left.kind === "integer") add(right, numeral(left.value, type.bits));
    });
  }
  return found;
}

/** Returns the variable whose value the expression is, perhaps in another type. */
function variableOf(expression: Expression): MemoryObject | undefined {
  if (expression.kind === "cast") return variableOf(expression.operand);
  if (expression.kind !== "load" || expression.address.kind !== "address") return undefined;
  const { target } = expression.address;
  return target.kind === "function" ? undefined : target;
}

/** Locals that may still be read after an input was chosen. */
class LiveLocals {
  readonly #liveness = new Map<FunctionCfa, Liveness>();
  readonly #functions: readonly FunctionCfa[];
  /** The live locals of functions after a call that has not returned. */
  readonly #behindCalls = new Map<FunctionCfa, ReadonlySet<MemoryObject>>();

  constructor(program: CfaProgram) {
    this.#functions = [...program.functions.values()].filter(({ isLibrary }) => !isLibrary);
    const calls = (fn: FunctionCfa) =>
      fn.nodes.flatMap(({ leaving }) =>
        leaving.filter(
          ({ kind, ...edge }) =>
            kind === "call" &&
            "callee" in edge &&
            (edge.callee.kind !== "address" || program.functions.has(edge.callee.target.name)),
        ),
      );
    for (const fn of this.#functions) {
      const live = calls(fn).flatMap(({ target }) => [...this.#of(fn).liveAt(target)]);
      this.#behindCalls.set(fn, new Set(live));
    }
  }

  at(edge: CallEdge): ReadonlySet<MemoryObject> {
    const fn = this.#functions.find(({ nodes }) => nodes.includes(edge.source));
    const own = fn === undefined ? [] : this.#of(fn).liveAt(edge.source);
    const others = this.#functions.filter((other) => other !== fn);
    return new Set([...own, ...others.flatMap((other) => [...this.#live(other)])]);
  }

  #live(fn: FunctionCfa): ReadonlySet<MemoryObject> {
    return this.#behindCalls.get(fn) ?? new Set();
  }

  #of(fn: FunctionCfa): Liveness {
    let liveness = this.#liveness.get(fn);
    if (liveness === undefined) {
      liveness = new Liveness(fn);
      this.#liveness.set(fn, liveness);
    }
    return liveness;
  }
}
