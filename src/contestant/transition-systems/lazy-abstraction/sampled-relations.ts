/**
 * Equations that the first states of a few executions have in common: linear ones, and for few variables also with
 * squares and products (Sharma, Gupta, Hariharan, Aiken, Liang, Nori: A data driven approach for algebraic loop
 * invariants, ESOP 2013). They are predicates beyond the conditions of the program, and guesses.
 */

import { commonRelations, type Relation } from "../../induction/index.ts";
import { sizeOf, type Term, type TermManager } from "../../smt/index.ts";
import { firstStates, type Values } from "../extraction/first-states.ts";
import { sumIsZero } from "../extraction/modular-equation.ts";
import { Predicates } from "../extraction/predicates.ts";
import type { StateVariable, TransitionSystem } from "../extraction/transition-system.ts";

/** Larger programs take too long to be executed. */
const MAX_TERMS = 3000;
const STEPS = 10;
/**
 * Conditions at the beginning of a program let few inputs pass: executions are started until there are this many
 * states.
 */
const STATES = 60;
const EXECUTIONS = 400;
/** Terms of all executions, if each of them took one step. */
const EVALUATED = 120_000;
/** More variables of one width would need more executions. */
const MAX_VARIABLES = 7;
/** Products of more variables make questions too hard. */
const MAX_MULTIPLIED = 3;

export function sampledRelations(manager: TermManager, system: TransitionSystem): Predicates {
  const predicates = new Predicates(manager);
  const { steps, start } = system;
  const size = sizeOf(...steps.flatMap(({ guard, next }) => [guard, ...next.values()]));
  if (size > MAX_TERMS) return predicates;
  const changing = new Set(
    steps.flatMap(({ from, next }) =>
      from === start
        ? []
        : [...next].flatMap(([variable, term]) => (term === variable ? [] : variable)),
    ),
  );
  const executions = Math.min(EXECUTIONS, Math.ceil(EVALUATED / size));
  for (const [location, states] of firstStates(system, executions, STEPS, STATES)) {
    const integers = location.variables.filter(({ isSigned }) => isSigned !== undefined);
    for (const width of new Set(integers.map(({ term }) => term.width))) {
      const own = integers.filter(({ term }) => term.width === width);
      const changes = own.map(({ term }) => changing.has(term));
      if (own.length > MAX_VARIABLES || !changes.includes(true)) continue;
      const examples = states.map((state) => {
        const values = own.map((variable) => numberOf(variable, state));
        return { first: values, later: values };
      });
      const degree = own.length <= MAX_MULTIPLIED ? 2 : 1;
      for (const relation of commonRelations(examples, changes, degree, "values")) {
        predicates.add(location, equation(manager, own, relation));
      }
    }
  }
  return predicates;
}

function numberOf({ term, isSigned }: StateVariable, values: Values): bigint {
  const value = values.get(term) ?? 0n;
  return isSigned === true ? BigInt.asIntN(term.width, value) : value;
}

function equation(manager: TermManager, own: readonly StateVariable[], relation: Relation): Term {
  const width = own[0]?.term.width ?? 0;
  const productOf = (exponents: readonly number[]): Term => {
    let product = manager.constant(width, 1n);
    for (const [index, { term }] of own.entries()) {
      for (let count = exponents[index] ?? 0; count > 0; count--)
        product = manager.mul(product, term);
    }
    return product;
  };
  const summands = relation.map(({ coefficient, exponents }) => ({
    factor: coefficient,
    term: productOf(exponents),
  }));
  return sumIsZero(manager, width, summands);
}
