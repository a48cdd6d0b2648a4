/** The lattices for which the laws are tested. A new domain is tested when its lattice is listed in LATTICES. */
import fc from "fast-check";
import {
  ANY_INTEGER,
  CONGRUENCES,
  type Congruence,
  EXACT,
  exactly,
} from "../../src/contestant/abstract-interpretation/domains/congruence/congruence.ts";
import {
  KNOWN_BITS,
  type KnownBits,
} from "../../src/contestant/abstract-interpretation/domains/congruence/congruences.ts";
import { FLOAT_INTERVALS } from "../../src/contestant/abstract-interpretation/domains/float-interval/float-interval-lattice.ts";
import { IntervalLattice } from "../../src/contestant/abstract-interpretation/domains/interval/interval-lattice.ts";
import {
  mayBe,
  type Range,
  range,
  restrict,
} from "../../src/contestant/abstract-interpretation/domains/interval/range.ts";
import type { AbstractState } from "../../src/contestant/abstract-interpretation/domains/value/abstract-state.ts";
import {
  ANY,
  FloatPattern,
  FloatRange,
  type Integer,
  IntegerSymbol,
  ObjectPointer,
  type Value,
} from "../../src/contestant/abstract-interpretation/domains/value/value.ts";
import type { Lattice } from "../../src/contestant/abstract-interpretation/framework/lattice.ts";
import type { MemoryObject } from "../../src/contestant/cfa/model/cfa.ts";
import { buildProgram } from "../support/run-c.ts";
import { valueAnalysis } from "./value-analysis.ts";

/** A lattice, elements of it, and their concretisation. */
export interface LatticeEntry<D, C> {
  readonly name: string;
  readonly lattice: Lattice<D>;
  readonly element: fc.Arbitrary<D>;
  readonly concrete: fc.Arbitrary<C>;
  /** Whether a concrete value belongs to the element. */
  readonly has: (element: D, concrete: C) => boolean;
  /** Elements that ascend as long as possible. */
  readonly rising: (step: number) => D;
  /** Greatest number of steps in a chain of widenings. */
  readonly longestChain: number;
}

/** The entry with its types forgotten, for tables. */
export interface AnyLatticeEntry {
  readonly name: string;
  readonly check: (law: <D, C>(entry: LatticeEntry<D, C>) => void) => void;
}

function listed<D, C>(entry: LatticeEntry<D, C>): AnyLatticeEntry {
  return { name: entry.name, check: (law) => law(entry) };
}

const smallInteger = fc.integer({ min: -6, max: 6 });
const integer: fc.Arbitrary<Integer> = fc.oneof(
  { weight: 4, arbitrary: smallInteger },
  fc.constantFrom(-128, 127, 255, -2147483648, 4294967295),
  fc.constantFrom(-9223372036854775808n, 18446744073709551615n),
);

const interval: fc.Arbitrary<Range> = fc
  .tuple(integer, integer, fc.array(integer, { maxLength: 4 }))
  .map(([a, b, holes]) => {
    const start = a <= b ? range(a, b) : range(b, a);
    return holes.reduce<Range>((values, hole) => restrict(values, "ne", hole) ?? values, start);
  });

const float = fc.oneof(
  fc.constantFrom(-Infinity, -1, -0, 0, 0.5, 1, 2, Infinity, Number.MAX_VALUE),
  fc.double({ noNaN: true }),
);
const floatRange = fc
  .tuple(float, float)
  .map(([a, b]) => new FloatRange(Math.min(a, b), Math.max(a, b)));

const CONTROL = buildProgram(
  `static int half(int x) { return x / 2; }
   int main(void) { int a = half(5); a += half(a); while (a < 9) a += half(a) + 1; return a; }`,
  "LP64",
);
const knownBits: fc.Arbitrary<Congruence> = fc.oneof(
  fc.integer({ min: -9, max: 9 }).map((value) => exactly(BigInt(value))),
  fc.tuple(fc.nat(4), fc.nat(15)).map(([bits, value]) => ({
    bits,
    residue: BigInt.asUintN(bits, BigInt(value)),
  })),
);

export function hasKnownBits({ bits, residue }: Congruence, value: bigint): boolean {
  return BigInt.asUintN(bits, value) === residue;
}

/** A global and a local with tracked congruences. */
const COUNTED = ((): readonly [MemoryObject, MemoryObject] => {
  const global = buildProgram("int g; int main(void) { return g++; }", "LP64").globals[0];
  const [local] = CONTROL.main.locals;
  if (global === undefined || local === undefined) throw new Error("no variables");
  return [global, local];
})();

const knownBitsOfVariables: fc.Arbitrary<KnownBits> = fc
  .tuple(fc.option(knownBits), fc.option(knownBits), knownBits)
  .map(([first, second, result]) => ({
    statics: new Map(first === null || first.bits === 0 ? [] : [[COUNTED[0], first]]),
    frame: {
      locals: new Map(second === null || second.bits === 0 ? [] : [[COUNTED[1], second]]),
      result,
      caller: undefined,
    },
  }));

export const LATTICES: readonly AnyLatticeEntry[] = [
  listed({
    name: "intervals",
    lattice: new IntervalLattice([]),
    element: fc.option(interval, { nil: undefined }),
    concrete: integer,
    has: (element, concrete) => element !== undefined && mayBe(element, concrete),
    rising: (step) => range(-step * step, 3 * step),
    longestChain: 10,
  }),
  listed({
    name: "intervals with thresholds",
    lattice: new IntervalLattice([-4, -1, 0, 3, 100]),
    element: fc.option(interval, { nil: undefined }),
    concrete: integer,
    has: (element, concrete) => element !== undefined && mayBe(element, concrete),
    rising: (step) => range(-step * step, 3 * step),
    longestChain: 14,
  }),
  listed({
    name: "float intervals",
    lattice: FLOAT_INTERVALS,
    element: fc.oneof({ weight: 5, arbitrary: floatRange }, fc.constant(ANY as typeof ANY)),
    concrete: fc.oneof(float, fc.constant(Number.NaN)),
    has: (element, concrete) =>
      element === ANY || (element.low <= concrete && concrete <= element.high),
    rising: (step) => new FloatRange(1 / (step + 1), step),
    longestChain: 2,
  }),
  listed(valueStates()),
  listed({
    name: "congruences",
    lattice: CONGRUENCES,
    element: knownBits,
    concrete: fc.bigInt({ min: -20n, max: 20n }),
    has: hasKnownBits,
    rising: (step) => exactly(1n << BigInt(step)),
    longestChain: EXACT,
  }),
  listed({
    name: "known bits of variables",
    lattice: KNOWN_BITS,
    element: knownBitsOfVariables,
    concrete: fc.tuple(fc.bigInt({ min: -4n, max: 4n }), fc.bigInt({ min: -4n, max: 4n })),
    has: ({ statics, frame }, [first, second]) =>
      hasKnownBits(statics.get(COUNTED[0]) ?? ANY_INTEGER, first) &&
      hasKnownBits(frame.locals.get(COUNTED[1]) ?? ANY_INTEGER, second),
    rising: (step) => ({
      statics: new Map([[COUNTED[0], exactly(BigInt(step))]]),
      frame: { locals: new Map(), result: exactly(BigInt(2 * step)), caller: undefined },
    }),
    longestChain: 3 * EXACT,
  }),
];

// --------------------------------------------------------------- value states

/** A concrete assignment of the cells of {@link valueStates}: integers, a float, an offset into `arr`. */
type ConcreteCells = readonly [number, number, number, number, number];

/** States at the entry of a program with three integers, a float, and a pointer into an array. */
function valueStates(): LatticeEntry<AbstractState, ConcreteCells> {
  const program = buildProgram(
    "int a, b, c, arr[4], *p; double f; int main(void) { return a + b + c + *p + arr[0] + (f > 0); }",
    "LP64",
  );
  const { edges, operators, transfer } = valueAnalysis(program, () => {});
  const slotOf = (name: string): number => {
    const object = program.globals.find((global) => global.name === name);
    if (object === undefined) throw new Error(`no global ${name}`);
    return transfer.layout.placeOf(object).slot;
  };
  const slots = ["a", "b", "c", "f", "p"].map(slotOf);
  const array = program.globals.find(({ name }) => name === "arr");
  if (array === undefined) throw new Error("no array");
  const base = slotOf("arr");
  // Few values, so that many states are comparable.
  const tinyInteger = fc.integer({ min: -2, max: 2 });
  const cell = fc.oneof(
    tinyInteger.map((value) => ({ kind: "known" as const, value })),
    fc.nat(1).map((symbol) => ({ kind: "symbol" as const, symbol })),
  );
  const smallRange = fc
    .tuple(tinyInteger, tinyInteger, tinyInteger)
    .filter(([a, b]) => a !== b)
    .map(([a, b, hole]) => {
      const values = range(Math.min(a, b), Math.max(a, b));
      return restrict(values, "ne", hole) ?? values;
    });
  const floats = fc.oneof(
    fc.constantFrom(0, 1, 2).map((value) => new FloatRange(value, value)),
    fc.tuple(fc.nat(2), fc.nat(2)).map(([a, b]) => new FloatRange(a, a + b)),
    { weight: 6, arbitrary: fc.constant<Value>(ANY) },
    // The bits of 1.0.
    fc.constant<Value>(new FloatPattern(0x3ff0000000000000n)),
  );
  const pointers = fc.oneof(
    fc.tuple(fc.nat(3), fc.nat(2)).map(([at, more]) => {
      return new ObjectPointer(array, base, 4 * at, 4 * (at + more));
    }),
    { weight: 6, arbitrary: fc.constant<Value>(ANY) },
    fc.constant<Value>(0),
  );
  const element = fc
    .tuple(cell, cell, cell, fc.tuple(smallRange, smallRange), floats, pointers)
    .map(([a, b, c, ranges, f, p]) => {
      const state = edges.initial();
      const symbols = ranges.map((values) => {
        const symbol = transfer.evaluator.newSymbol();
        return { symbol, values };
      });
      for (const [index, content] of [a, b, c].entries()) {
        const slot = slots[index] as number;
        if (content.kind === "known") {
          state.slots[slot] = content.value;
          continue;
        }
        const { symbol, values } = symbols[content.symbol] as (typeof symbols)[number];
        if (values.low === values.high) state.slots[slot] = values.low;
        else {
          state.addSymbol(symbol, values);
          state.slots[slot] = symbol;
        }
      }
      state.slots[slots[3] as number] = f;
      state.slots[slots[4] as number] = p;
      return state;
    });
  /** Below 0: the null pointer; from 100 on: some other pointer. */
  const offset = fc.oneof(
    fc.nat(6).map((at) => 4 * at),
    fc.constantFrom(-1, 100),
  );
  return {
    name: "value states",
    lattice: {
      leq: (a, b) => operators.covers(b, a),
      join: (a, b) => operators.join(a, b, false),
      widen: (before, grown) =>
        operators.covers(before, grown) ? before : operators.join(before, grown, true),
      isBottom: () => false,
      show: (state) => `state ${operators.key(state)}`,
    },
    element,
    concrete: fc.tuple(tinyInteger, tinyInteger, tinyInteger, fc.nat(5), offset),
    has: (state, concrete) => {
      const known = new Map<IntegerSymbol, number>();
      for (const [index, value] of concrete.entries()) {
        const content = state.slots[slots[index] as number] as Value;
        if (content === ANY) continue;
        if (content instanceof IntegerSymbol) {
          if (!mayBe(state.rangeOf(content), value)) return false;
          if ((known.get(content) ?? value) !== value) return false;
          known.set(content, value);
        } else if (content instanceof FloatRange) {
          if (value < content.low || value > content.high) return false;
        } else if (content instanceof FloatPattern) {
          if (value !== 1) return false;
        } else if (content instanceof ObjectPointer) {
          if (value < content.low || value > content.high || value < 0 || value >= 100)
            return false;
        } else if (index === 4 ? value >= 0 : content !== value) return false;
      }
      return true;
    },
    rising: (step) => {
      const state = edges.initial();
      for (const slot of slots.slice(0, 3)) state.slots[slot] = step * slot;
      state.slots[slots[3] as number] = new FloatRange(0, step);
      state.slots[slots[4] as number] = new ObjectPointer(array, base, -step, step);
      return state;
    },
    longestChain: 30,
  };
}
