/** The facts of an analysis by joins about variables at loops, in C: bounds, values and equalities. */

import type { InvariantText, LoopInvariants } from "../../analysis-core/index.ts";
import { constantText, type IntegerVariable } from "../../analysis-core/index.ts";
import type { CfaNode } from "../../cfa/index.ts";
import { fullRange } from "../domains/interval/range.ts";
import type { AbstractState } from "../domains/value/abstract-state.ts";
import type { PlacedObject, ProgramLayout } from "../domains/value/program-layout.ts";
import { type Integer, IntegerSymbol, isInteger } from "../domains/value/value.ts";

/** Maximal number for one loop; variables of the function come first. */
const MAX_INVARIANTS = 60;

/** One entry for every stack frame in which a loop is reached. */
export function loopInvariantsOf(
  layout: ProgramLayout,
  reached: Iterable<{ readonly state: AbstractState }>,
): LoopInvariants[] {
  const result: LoopInvariants[] = [];
  for (const { state } of reached) {
    const { node } = state;
    if (node.loop === undefined) continue;
    result.push({ node, invariants: invariantsIn(layout, state, node) });
  }
  return result;
}

function invariantsIn(layout: ProgramLayout, state: AbstractState, node: CfaNode): InvariantText[] {
  const { frame } = state;
  const dead = new Set(frame.layout.deadAt(node));
  const locals = frame.layout.objects.filter(({ slot }) => !dead.has(slot));
  const placed: readonly (readonly [PlacedObject, number])[] = [
    ...locals.map((local) => [local, frame.base + local.slot] as const),
    ...layout.statics.map((object) => [object, object.slot] as const),
  ];
  const result: InvariantText[] = [];
  const holders = new Map<IntegerSymbol, IntegerVariable>();
  for (const [{ object }, slot] of placed) {
    const { scalar } = object;
    if (scalar?.kind !== "int" || object.variable === undefined) continue;
    const { bits, signed: isSigned } = scalar;
    const variable: IntegerVariable = { name: object.name, object, bits, isSigned };
    const value = state.slots[slot];
    const say = (operator: string, other: string): void => {
      result.push({ text: `${object.name} ${operator} ${other}`, objects: [object] });
    };
    const constant = (bound: Integer): string => constantText(BigInt(bound), variable);
    if (value === undefined || !(value instanceof IntegerSymbol || isInteger(value))) continue;
    if (isInteger(value)) {
      say("==", constant(value));
      continue;
    }
    const full = fullRange(scalar);
    const { low, high } = state.rangeOf(value);
    if (low > full.low) say(">=", constant(low));
    if (high < full.high) say("<=", constant(high));
    const twin = holders.get(value);
    if (twin === undefined) holders.set(value, variable);
    else if (twin.bits === bits && twin.isSigned === isSigned) {
      result.push({ text: `${twin.name} == ${object.name}`, objects: [twin.object, object] });
    }
  }
  return result.slice(0, MAX_INVARIANTS);
}
