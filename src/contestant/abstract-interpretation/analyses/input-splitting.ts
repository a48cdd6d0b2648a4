/**
 * Proofs about floats by splitting: ranges of inputs are halved until interval arithmetic proves each part (branch
 * and prune, as in Van Hentenryck, McAllester, Kapur: "Solving polynomial systems using a branch and prune
 * approach", 1997).
 */

import { FLOAT32, FLOAT64, floatNaN } from "../../../ground/util/ieee-float.ts";
import {
  type CallEdge,
  type CfaEdge,
  type CfaProgram,
  callGraph,
  type FloatValueType,
  intrinsicOf,
  type ValueType,
  weakTopologicalOrder,
} from "../../cfa/index.ts";
import { FloatPattern, FloatRange, type Value } from "../domains/value/value.ts";
import type { ExplorationAnswer, ExplorationOptions } from "./exploration.ts";
import { analyseValues } from "./value-analysis.ts";

export type SplittingOptions = Pick<ExplorationOptions, "specification" | "remainingSeconds">;

/** With more inputs than these no range is split: the number of parts multiplies. */
const MAX_INPUTS = 3;

/** TRUE when every part is proved, otherwise unknown. */
export function proveBySplitting(
  program: CfaProgram,
  options: SplittingOptions,
): ExplorationAnswer {
  const inputs = floatInputs(program).slice(0, MAX_INPUTS);
  if (inputs.length === 0) return { kind: "unknown", reason: "no float to split" };
  let open: (readonly Value[])[] = [[]];
  for (const { type } of inputs) {
    const whole = wholeOf(type);
    open = open.flatMap((box) => whole.map((value): readonly Value[] => [...box, value]));
  }
  let parts = 0;
  for (let box = open.pop(); box !== undefined; box = open.pop()) {
    if (options.remainingSeconds() <= 0) {
      return { kind: "unknown", reason: `${parts} parts of the inputs were proved, not all` };
    }
    const values = box;
    const answer = analyseValues(program, {
      ...options,
      // Loops are followed iteration by iteration: joined floats are too imprecise.
      maxValues: Number.POSITIVE_INFINITY,
      endsWhenIncomplete: true,
      confirm: () => false,
      inputs: new Map(inputs.map(({ edge }, index) => [edge, values[index] as Value])),
    });
    if (answer.kind === "true") {
      parts++;
      continue;
    }
    const halves = halvesOf(box, inputs);
    if (halves === undefined) return { kind: "unknown", reason: "a single input is not proved" };
    open.push(...halves);
  }
  return { kind: "true", states: parts };
}

interface FloatInput {
  readonly edge: CfaEdge;
  readonly type: FloatValueType;
}

/** Float inputs that every execution reads at most once: calls in `main` outside of loops. */
function floatInputs(program: CfaProgram): FloatInput[] {
  const { main } = program;
  if (callGraph(program).recursive.has(main.name)) return [];
  const inputs: FloatInput[] = [];
  for (const element of weakTopologicalOrder(main)) {
    if (element.kind !== "node") continue;
    for (const edge of element.node.leaving) {
      const type = edge.kind === "call" ? nondetType(program, edge) : undefined;
      if (type?.kind === "float" && (type.format === "float" || type.format === "double")) {
        inputs.push({ edge, type });
      }
    }
  }
  return inputs;
}

function nondetType(program: CfaProgram, { callee, result }: CallEdge): ValueType | undefined {
  if (callee.kind !== "address" || callee.target.kind !== "function") return undefined;
  const { name } = callee.target;
  if (program.functions.has(name) || intrinsicOf(name)?.kind !== "nondet") return undefined;
  return result !== undefined && "scalar" in result ? result.scalar : undefined;
}

/** All values: NaN, the infinities, and the finite ones. */
function wholeOf({ format }: FloatValueType): Value[] {
  const most = format === "float" ? MAX_FLOAT : Number.MAX_VALUE;
  return [
    new FloatPattern(floatNaN(format === "float" ? FLOAT32 : FLOAT64)),
    new FloatRange(-Infinity, -Infinity),
    new FloatRange(Infinity, Infinity),
    new FloatRange(-most, most),
  ];
}

const MAX_FLOAT = Math.fround(3.4028234663852886e38);

/** The two halves of a box, split where it is widest; undefined when it is a single point. */
function halvesOf(box: readonly Value[], inputs: readonly FloatInput[]): Value[][] | undefined {
  let widest: { readonly index: number; readonly middle: number } | undefined;
  let width = 0;
  for (const [index, value] of box.entries()) {
    if (!(value instanceof FloatRange)) continue;
    const isFloat = inputs[index]?.type.format === "float";
    const middle = isFloat ? Math.fround(middleOf(value)) : middleOf(value);
    const isPoint = middle <= value.low || middle >= value.high;
    if (!isPoint && value.high - value.low > width) {
      width = value.high - value.low;
      widest = { index, middle };
    }
  }
  if (widest === undefined) return undefined;
  const { index, middle } = widest;
  const { low, high } = box[index] as FloatRange;
  return [
    box.with(index, new FloatRange(low, middle)),
    box.with(index, new FloatRange(middle, high)),
  ];
}

/** A value between the bounds; halves the exponents where they are far apart. */
function middleOf({ low, high }: FloatRange): number {
  if (low < 0 && high > 0) return 0;
  if (high <= 0) return -middleOf(new FloatRange(-high, -low));
  if (high > FAR)
    return low === 0 ? 1 : low * FAR < high ? Math.sqrt(low) * Math.sqrt(high) : low / 2 + high / 2;
  return low / 2 + high / 2;
}

/** Ratio of bounds, and size, from which on the middle is that of the exponents. */
const FAR = 8;
