import { CONGRUENCES } from "../../src/contestant/abstract-interpretation/domains/congruence/congruence.ts";
import {
  Congruences,
  type KnownBits,
} from "../../src/contestant/abstract-interpretation/domains/congruence/congruences.ts";
import type { AbstractState } from "../../src/contestant/abstract-interpretation/domains/value/abstract-state.ts";
import { isBlock } from "../../src/contestant/abstract-interpretation/domains/value/allocation-sites.ts";
import type { PlacedObject } from "../../src/contestant/abstract-interpretation/domains/value/program-layout.ts";
import type { Transfer } from "../../src/contestant/abstract-interpretation/domains/value/transfer.ts";
import {
  ANY,
  FloatPattern,
  FloatRange,
  IntegerSymbol,
  isInteger,
  ObjectPointer,
  type Value,
} from "../../src/contestant/abstract-interpretation/domains/value/value.ts";
import type {
  EdgeAnalysis,
  EdgeState,
} from "../../src/contestant/abstract-interpretation/framework/edge-analysis.ts";
import {
  ProductAnalysis,
  ProductOperators,
  type ProductState,
} from "../../src/contestant/abstract-interpretation/framework/product.ts";
import type { StateOperators } from "../../src/contestant/abstract-interpretation/framework/state-operators.ts";
import type { CfaProgram, Expression, ValueType } from "../../src/contestant/cfa/model/cfa.ts";
import { addressOf, offsetBy } from "../../src/contestant/cfa/model/expressions.ts";
import { UndefinedEvaluation, type View } from "../../src/contestant/interpreter/index.ts";
import { FLOAT32, FLOAT64, floatToNumber, isFloatNaN } from "../../src/ground/util/ieee-float.ts";

import { hasKnownBits } from "./lattices.ts";
import { valueAnalysis } from "./value-analysis.ts";

/** A transfer relation with its operators, and the concretisation of its states. */
export interface AnalysisEntry<S extends EdgeState> {
  readonly name: string;
  /** @param onIncomplete - called when executions are left out */
  readonly create: (
    program: CfaProgram,
    onIncomplete: () => void,
  ) => {
    readonly edges: EdgeAnalysis<S>;
    readonly operators: StateOperators<S>;
    /**
     * The part of the concrete state that the abstract one excludes; undefined when there is none.
     */
    readonly mismatch: (state: S, view: View) => string | undefined;
  };
}

export interface AnyAnalysisEntry {
  readonly name: string;
  readonly check: (law: <S extends EdgeState>(entry: AnalysisEntry<S>) => void) => void;
}

function listedAnalysis<S extends EdgeState>(entry: AnalysisEntry<S>): AnyAnalysisEntry {
  return { name: entry.name, check: (law) => law(entry) };
}

export const ANALYSES: readonly AnyAnalysisEntry[] = [
  listedAnalysis({
    name: "values",
    create: (program, onIncomplete) => {
      const { edges, operators, transfer } = valueAnalysis(program, onIncomplete);
      const mismatch = (state: AbstractState, view: View): string | undefined =>
        valueMismatch(program, transfer, state, view);
      return { edges, operators, mismatch };
    },
  }),
  listedAnalysis({
    name: "values and congruences",
    create: (program, onIncomplete) => {
      const values = valueAnalysis(program, onIncomplete);
      const congruences = new Congruences(program);
      return {
        edges: new ProductAnalysis(values.edges, congruences),
        operators: new ProductOperators(values.operators, congruences),
        mismatch: ({ first, second }: ProductState<AbstractState, KnownBits>, view: View) =>
          valueMismatch(program, values.transfer, first, view) ??
          congruenceMismatch(program, second, view),
      };
    },
  }),
  listedAnalysis({
    name: "values with few values a cell",
    create: (program, onIncomplete) => {
      const { edges, operators, transfer } = valueAnalysis(program, onIncomplete, 2);
      const mismatch = (state: AbstractState, view: View): string | undefined =>
        valueMismatch(program, transfer, state, view);
      return { edges, operators, mismatch };
    },
  }),
];

/** Compares the known low bits of variables with the values of the interpreter. */
function congruenceMismatch(
  program: CfaProgram,
  { statics, frame }: KnownBits,
  view: View,
): string | undefined {
  const pointer = { kind: "pointer", bits: program.machine.pointerBits } as const;
  for (const [object, known] of [...statics, ...frame.locals]) {
    const type = object.scalar;
    if (type?.kind !== "int") return `${object.name} is no integer`;
    const bits = view.evaluate({ kind: "load", type, address: addressOf(object, pointer) });
    const value = type.signed ? BigInt.asIntN(type.bits, bits) : bits;
    if (!hasKnownBits(known, value)) {
      return `${object.name} holds ${value}, not ${CONGRUENCES.show(known)}`;
    }
  }
  return undefined;
}

/**
 * Compares every relevant cell of globals and of the innermost activation with the values of the
 * interpreter.
 */
function valueMismatch(
  program: CfaProgram,
  transfer: Transfer,
  state: AbstractState,
  view: View,
): string | undefined {
  const { frame, node } = state;
  const pointer = { kind: "pointer", bits: program.machine.pointerBits } as const;
  const dead = new Set(frame.layout.deadAt(node));
  const known = new Map<IntegerSymbol, bigint>();
  const places: (readonly [PlacedObject, number])[] = [
    ...transfer.layout.statics.map((placed) => [placed, placed.slot] as const),
    ...frame.layout.objects
      .filter(({ slot }) => !dead.has(slot))
      .map((placed) => [placed, frame.base + placed.slot] as const),
  ];
  const evaluate = (expression: Expression): bigint | undefined => {
    try {
      return view.evaluate(expression);
    } catch (error) {
      if (error instanceof UndefinedEvaluation) return undefined;
      throw error;
    }
  };
  for (const [{ object, layout }, first] of places) {
    for (const [index, { offset, type }] of layout.cells.entries()) {
      const value = state.slots[first + index] as Value;
      if (value === ANY) continue;
      const address = offsetBy(addressOf(object, pointer), offset);
      const bits = evaluate({ kind: "load", type, address });
      if (bits === undefined) continue;
      const target = (place: ObjectPointer): bigint | undefined => {
        // No expression contains the address of blocks; values read from them are compared where
        // they are stored.
        if (isBlock(place.object)) return undefined;
        const { isStatic, slot } = transfer.layout.placeOf(place.object);
        const isHere = isStatic || place.base === frame.base + slot;
        return isHere ? evaluate(addressOf(place.object, pointer)) : undefined;
      };
      if (!isValue(state, value, type, bits, known, target)) {
        return `${object.name}+${offset} holds ${bits}, not ${showValue(state, value)}`;
      }
    }
  }
  return undefined;
}

function isValue(
  state: AbstractState,
  value: Value,
  type: ValueType,
  bits: bigint,
  known: Map<IntegerSymbol, bigint>,
  target: (place: ObjectPointer) => bigint | undefined,
): boolean {
  if (type.kind === "float") {
    const format =
      type.format === "float" ? FLOAT32 : type.format === "double" ? FLOAT64 : undefined;
    if (value instanceof FloatPattern) {
      if (value.bits === bits) return true;
      return format !== undefined && isFloatNaN(format, bits) && isFloatNaN(format, value.bits);
    }
    if (!(value instanceof FloatRange) || format === undefined) return true;
    const number = floatToNumber(format, bits);
    return value.low <= number && number <= value.high;
  }
  const signed = type.kind === "int" && type.signed;
  const concrete = signed ? BigInt.asIntN(type.bits, bits) : bits;
  if (isInteger(value)) return BigInt(value) === concrete;
  if (value instanceof IntegerSymbol) {
    const { low, high, excluded } = state.rangeOf(value);
    if (concrete < BigInt(low) || concrete > BigInt(high)) return false;
    if (excluded.some((hole) => BigInt(hole) === concrete)) return false;
    const before = known.get(value);
    known.set(value, concrete);
    return before === undefined || before === concrete;
  }
  if (!(value instanceof ObjectPointer)) return true;
  const start = target(value);
  if (start === undefined) return true;
  const distance = Number(BigInt.asIntN(type.bits, concrete - start));
  return value.low <= distance && distance <= value.high;
}

function showValue(state: AbstractState, value: Value): string {
  if (value instanceof IntegerSymbol) {
    const { low, high, excluded } = state.rangeOf(value);
    return `${low} to ${high} without {${excluded.join(", ")}}`;
  }
  if (value instanceof ObjectPointer)
    return `&${value.object.name} + ${value.low} to ${value.high}`;
  if (value instanceof FloatRange) return `${value.low} to ${value.high}`;
  return value instanceof FloatPattern ? `bits ${value.bits}` : String(value);
}
