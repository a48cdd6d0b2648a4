/**
 * Linear equations that the first states of a few executions have in common (Sharma, Gupta, Hariharan, Aiken, Liang,
 * Nori: A data driven approach for algebraic loop invariants, ESOP 2013): predicates that no condition of the program
 * says. They are guesses.
 */
import type { Term, TermManager } from "../../../smt/index.ts";
import { firstStates, type Values } from "../../formula/transition/first-states.ts";
import { type Predicates, sizeOf } from "../../formula/transition/predicates.ts";
import type {
  StateVariable,
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
  for (const [location, states] of firstStates(system, EXECUTIONS, STEPS)) {
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

function numberOf({ term, isSigned }: StateVariable, values: Values): bigint {
  const value = values.get(term) ?? 0n;
  return isSigned === true ? BigInt.asIntN(term.width, value) : value;
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
