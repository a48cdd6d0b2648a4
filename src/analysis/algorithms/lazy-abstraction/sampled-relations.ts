/**
 * Linear equations that the first states of a few executions have in common (Sharma, Gupta, Hariharan, Aiken, Liang,
 * Nori: A data driven approach for algebraic loop invariants, ESOP 2013): predicates that no condition of the program
 * says. They are guesses.
 */
import { Evaluator, type Term, type TermManager } from "../../../smt/index.ts";
import { type Predicates, sizeOf } from "../../formula/transition/predicates.ts";
import type {
  Location,
  StateVariable,
  Step,
  TransitionSystem,
} from "../../formula/transition/transition-system.ts";
import { commonRelations, type Relation } from "../../invariants/polynomial-relations.ts";

/** Larger programs take too long to be followed. */
const MAX_TERMS = 3000;
const EXECUTIONS = 24;
const STEPS = 10;
/** More variables of one width would need more executions. */
const MAX_VARIABLES = 7;

export function addSampledRelations(
  manager: TermManager,
  system: TransitionSystem,
  predicates: Predicates,
): void {
  const { steps, start } = system;
  if (sizeOf(...steps.flatMap(({ guard, next }) => [guard, ...next.values()])) > MAX_TERMS) return;
  const changing = new Set(
    steps.flatMap(({ from, next }) =>
      from === start
        ? []
        : [...next].flatMap(([variable, term]) => (term === variable ? [] : variable)),
    ),
  );
  for (const [location, states] of sampledStates(system)) {
    const integers = location.variables.filter(({ isSigned }) => isSigned !== undefined);
    for (const width of new Set(integers.map(({ term }) => term.width))) {
      const own = integers.filter(({ term }) => term.width === width);
      const changes = own.map(({ term }) => changing.has(term));
      if (own.length > MAX_VARIABLES || !changes.includes(true)) continue;
      const examples = states.map((state) => {
        const values = own.map((variable) => numberOf(variable, state));
        return { first: values, later: values };
      });
      for (const relation of commonRelations(examples, changes, 1, "values")) {
        predicates.add(location, equation(manager, own, relation));
      }
    }
  }
}

type Values = ReadonlyMap<Term, bigint>;

function numberOf({ term, isSigned }: StateVariable, values: Values): bigint {
  const value = values.get(term) ?? 0n;
  return isSigned === true ? BigInt.asIntN(term.width, value) : value;
}

/** By location, what variables hold there in executions with small inputs, the same in every run. */
function sampledStates({ steps, start, error }: TransitionSystem): Map<Location, Values[]> {
  const onward = new Map<Location, Step[]>();
  for (const step of steps) onward.set(step.from, [...(onward.get(step.from) ?? []), step]);
  const seen = new Map<Location, Values[]>();
  const next = smallNumbers();
  for (let execution = 0; execution < EXECUTIONS; execution++) {
    let location = start;
    let values: Values = new Map();
    for (let count = 0; count < STEPS; count++) {
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

/** What is added equals what is taken away, modulo the width. */
function equation(manager: TermManager, own: readonly StateVariable[], relation: Relation): Term {
  const width = own[0]?.term.width ?? 0;
  const sumOf = (sign: bigint): Term => {
    let sum = manager.constant(width, 0);
    for (const { coefficient, exponents } of relation) {
      if (coefficient * sign <= 0n) continue;
      let part = manager.constant(width, BigInt.asUintN(width, coefficient * sign));
      for (const [index, { term }] of own.entries()) {
        if (exponents[index] === 1) part = manager.mul(part, term);
      }
      sum = manager.add(sum, part);
    }
    return sum;
  };
  return manager.eq(sumOf(1n), sumOf(-1n));
}
