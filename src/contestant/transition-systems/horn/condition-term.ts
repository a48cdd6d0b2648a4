/** Conditions over mathematical integers as terms over the bit-vectors that hold them. */
import type { Term, TermManager } from "../../smt/index.ts";
import { sumIsZero } from "../extraction/modular-equation.ts";
import type { StateVariable } from "../extraction/transition-system.ts";
import { type Condition, clausesOf, type LinearTerm } from "./integer-condition.ts";

/**
 * Returns the terms of the conjuncts that have one.
 * @param variables - the variables of the condition, by index
 */
export function conditionTerms(
  manager: TermManager,
  condition: Condition,
  variables: readonly StateVariable[],
): Term[] {
  return clausesOf(condition).flatMap((clause) => conditionTerm(manager, clause, variables) ?? []);
}

/** The term of a condition; undefined for conditions with divisions. */
function conditionTerm(
  manager: TermManager,
  condition: Condition,
  variables: readonly StateVariable[],
): Term | undefined {
  if ("parts" in condition) {
    const parts = condition.parts.map((part) => conditionTerm(manager, part, variables));
    if (parts.some((part) => part === undefined)) return undefined;
    return condition.kind === "and"
      ? manager.and(...(parts as Term[]))
      : manager.or(...(parts as Term[]));
  }
  const sum = summandsOf(condition.term, variables);
  if (sum === undefined) return undefined;
  const { kind } = condition;
  if (kind === "at-most") return isAtMostZero(manager, sum, condition.term.constant);
  const equation = isZero(manager, sum, condition.term.constant);
  return kind === "equal" ? equation : manager.not(equation);
}

interface VariableSummand {
  readonly coefficient: bigint;
  readonly variable: StateVariable;
}

function summandsOf(
  { parts }: LinearTerm,
  variables: readonly StateVariable[],
): readonly VariableSummand[] | undefined {
  const sum: VariableSummand[] = [];
  for (const { coefficient, atom } of parts) {
    const variable = atom.kind === "variable" ? variables[atom.index] : undefined;
    if (variable === undefined) return undefined;
    sum.push({ coefficient, variable });
  }
  return sum;
}

/**
 * `sum + constant = 0`. Where all variables have one width, it is an equation modulo that width, so that it is kept
 * when numbers wrap around.
 */
function isZero(manager: TermManager, sum: readonly VariableSummand[], constant: bigint): Term {
  const widths = new Set(sum.map(({ variable }) => variable.term.width));
  const width = widths.size === 1 ? [...widths][0] : undefined;
  const parts = sum.map(({ coefficient, variable }) => ({
    factor: coefficient,
    term: variable.term,
  }));
  if (width !== undefined) {
    const one = { factor: constant, term: manager.constant(width, 1n) };
    return sumIsZero(manager, width, [...parts, one]);
  }
  const [left, right] = sides(manager, sum, constant);
  return manager.eq(left, right);
}

/**
 * `sum + constant <= 0`. A bound of one variable and an order of two are comparisons of the variables themselves, as in
 * programs; other sums are widened.
 */
function isAtMostZero(
  manager: TermManager,
  sum: readonly VariableSummand[],
  constant: bigint,
): Term {
  const [first, second] = sum;
  if (first !== undefined && second === undefined) {
    const bounded = boundOf(manager, first, constant);
    if (bounded !== undefined) return bounded;
  }
  if (first !== undefined && second !== undefined && sum.length === 2 && constant === 0n) {
    const [small, large] = first.coefficient > 0n ? [first, second] : [second, first];
    const [a, b] = [small.variable, large.variable];
    const isPlain = small.coefficient === 1n && large.coefficient === -1n;
    if (isPlain && a.term.width === b.term.width && a.isSigned === b.isSigned) {
      return a.isSigned ? manager.sle(a.term, b.term) : manager.ule(a.term, b.term);
    }
  }
  const [left, right] = sides(manager, sum, constant);
  return manager.sle(left, right);
}

/** `±variable + constant <= 0` as a comparison; undefined when the bound has no value of the variable's width. */
function boundOf(
  manager: TermManager,
  { coefficient, variable }: VariableSummand,
  constant: bigint,
): Term | undefined {
  if (coefficient !== 1n && coefficient !== -1n) return undefined;
  const { term, isSigned } = variable;
  const bits = BigInt(term.width);
  const [low, high] = isSigned
    ? [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n]
    : [0n, (1n << bits) - 1n];
  const value = coefficient === 1n ? -constant : constant;
  if (value < low || value > high) return undefined;
  const bound = manager.constant(term.width, value);
  const [a, b] = coefficient === 1n ? [term, bound] : [bound, term];
  return isSigned ? manager.sle(a, b) : manager.ule(a, b);
}

/** The positive and the negative part of a sum, in a width in which nothing wraps around. */
function sides(
  manager: TermManager,
  sum: readonly VariableSummand[],
  constant: bigint,
): readonly [Term, Term] {
  const weight = sum.reduce((total, { coefficient }) => total + magnitude(coefficient), 1n);
  const widest = Math.max(1, ...sum.map(({ variable }) => variable.term.width));
  const width =
    Math.max(widest + weight.toString(2).length, magnitude(constant).toString(2).length) + 2;
  let [left, right] = [manager.constant(width, 0n), manager.constant(width, 0n)];
  const add = (factor: bigint, term: Term): void => {
    const product = manager.mul(manager.constant(width, magnitude(factor)), term);
    if (factor > 0n) left = manager.add(left, product);
    else right = manager.add(right, product);
  };
  for (const { coefficient, variable } of sum) {
    const { term, isSigned } = variable;
    const wide = isSigned ? manager.signExtend(term, width) : manager.zeroExtend(term, width);
    add(coefficient, wide);
  }
  add(constant, manager.constant(width, 1n));
  return [left, right];
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}
