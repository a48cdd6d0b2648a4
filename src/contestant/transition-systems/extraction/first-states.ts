/** The first states of a few executions of a transition system. */
import { Evaluator, type Term } from "../../smt/index.ts";
import type { Location, Step, TransitionSystem } from "./transition-system.ts";

export type Values = ReadonlyMap<Term, bigint>;

/**
 * By location, the values of variables in executions with small inputs, the same in every run.
 * @param enough - states of every location, after which no execution begins
 */
export function firstStates(
  { locations, steps, start, error }: TransitionSystem,
  executions: number,
  stepsOfEach: number,
  enough: number = Number.POSITIVE_INFINITY,
): Map<Location, Values[]> {
  const onward = new Map<Location, Step[]>();
  for (const step of steps) onward.set(step.from, [...(onward.get(step.from) ?? []), step]);
  const seen = new Map<Location, Values[]>();
  const next = smallNumbers();
  const isEnough = (): boolean =>
    locations.every((one) => one === start || (seen.get(one)?.length ?? 0) >= enough);
  for (let execution = 0; execution < executions && !isEnough(); execution++) {
    let location = start;
    let values: Values = new Map();
    for (let count = 0; count < stepsOfEach; count++) {
      const before = values;
      const inputs = new Map<Term, bigint>();
      const model = new Evaluator((variable) => {
        const value = before.get(variable) ?? inputs.get(variable) ?? next();
        if (!before.has(variable)) inputs.set(variable, value);
        return BigInt.asUintN(Math.max(variable.width, 1), value);
      });
      const step = onward.get(location)?.find(({ guard }) => model.isTrue(guard));
      if (step === undefined || step.to === error) break;
      values = new Map([...step.next].map(([variable, term]) => [variable, model.value(term)]));
      location = step.to;
      seen.set(location, [...(seen.get(location) ?? []), values]);
    }
  }
  return seen;
}

/** Below 32, by a linear congruential generator (Knuth's MMIX). */
function smallNumbers(): () => bigint {
  let state = 1n;
  return () => {
    state = BigInt.asUintN(64, state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n);
    return state >> 59n;
  };
}
