/**
 * Simplification of assertions that are solved together once: their facts about single variables
 * (values, equal terms, bits, ranges) replace the variables, and everything is rewritten. Equations
 * are solved as in Ganesh, Dill: A decision procedure for bit-vectors and arrays (CAV 2007).
 */
import { contradictsByCounting } from "./counting.ts";
import { Evaluator } from "./evaluate.ts";
import { differencePolynomial, isNonlinear } from "./polynomial.ts";
import { smallDomains } from "./small-domains.ts";
import { Substitution } from "./substitution.ts";
import type { Term, TermManager } from "./term.ts";

/** Assertions that are equisatisfiable with the original ones. */
export interface Presolved {
  readonly assertions: readonly Term[];
  /**
   * Extends an assignment that satisfies `assertions` to one that satisfies
   * the original ones: the value of every variable of them.
   */
  readonly extended: (assignment: (variable: Term) => bigint) => (variable: Term) => bigint;
}

/** Every round needs all terms to be rebuilt. */
const MAX_ROUNDS = 12;

/** @param shouldStop - polled between rounds: the result is right after any number of them */
export function presolve(
  manager: TermManager,
  assertions: readonly Term[],
  shouldStop: () => boolean = () => false,
): Presolved {
  const steps: ReadonlyMap<Term, Term>[] = [];
  let current = factsOf(manager, assertions);
  for (let round = 0; round < MAX_ROUNDS && !shouldStop(); round++) {
    const bindings = bindingsOf(manager, current);
    const next = replaced(manager, current, bindings);
    if (next.length === current.length && next.every((term, i) => term === current[i])) break;
    if (bindings.size > 0) steps.push(bindings);
    current = next;
  }
  const decided = decidedEquations(manager, current);
  if (decided.size > 0) current = replaced(manager, current, decided);
  for (const reading of ["signed", "unsigned"] as const) {
    const bindings = smallDomains(manager, current, reading);
    if (bindings.size === 0) continue;
    steps.push(bindings);
    current = replaced(manager, current, bindings);
  }
  if (contradictsByCounting(current)) current = [manager.false];
  return { assertions: current, extended: (assignment) => extend(steps, assignment) };
}

/**
 * Facts with the bindings applied. Single facts stay, in disjunctions the
 * other facts are used: a literal is true there, a term has its value.
 */
function replaced(
  manager: TermManager,
  facts: readonly Term[],
  bindings: ReadonlyMap<Term, Term>,
): readonly Term[] {
  const plain = new Substitution(manager, bindings);
  const known = new Map(bindings);
  for (const fact of facts) {
    if (isDisjunction(fact)) continue;
    for (const [term, value] of valuesIn(manager, fact)) {
      // A value must not reintroduce a bound variable: nothing would restrict it any more.
      if (term.op !== "constant" && !known.has(term)) known.set(term, plain.apply(value));
    }
  }
  const informed = new Substitution(manager, known);
  return factsOf(
    manager,
    facts.map((fact) => (isDisjunction(fact) ? informed : plain).apply(fact)),
  );
}

/** Returns terms whose values a fact determines. */
function valuesIn(manager: TermManager, fact: Term): readonly (readonly [Term, Term])[] {
  const [a, b] = fact.args as [Term, Term];
  if (fact.op === "not") {
    const values: (readonly [Term, Term])[] = [[a, manager.false]];
    if (a.op === "ult") {
      // y <= x: the remainder is y unless they are equal (also of a division by zero).
      const [x, y] = a.args as [Term, Term];
      const remainder = manager.ite(manager.eq(x, y), manager.constant(x.width, 0), y);
      values.push([manager.urem(y, x), remainder]);
    }
    return values;
  }
  const values: (readonly [Term, Term])[] = [[fact, manager.true]];
  if (fact.op === "eq" && a.op === "constant") values.push([b, a]);
  if (fact.op === "ult") {
    values.push([manager.urem(a, b), a], [manager.udiv(a, b), manager.constant(a.width, 0)]);
  }
  return values;
}

function extend(
  steps: readonly ReadonlyMap<Term, Term>[],
  assignment: (variable: Term) => bigint,
): (variable: Term) => bigint {
  return steps.reduceRight((later, bindings) => {
    const evaluator = new Evaluator(later);
    return (variable) => {
      const term = bindings.get(variable);
      return term === undefined ? later(variable) : evaluator.value(term);
    };
  }, assignment);
}

// ---------------------------------------------------------------------- facts

/** The conjuncts of terms, with those that all members of their disjunctions share. */
function factsOf(manager: TermManager, terms: readonly Term[]): readonly Term[] {
  const facts = new Set<Term>();
  const stack = terms.toReversed();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next === manager.true || facts.has(next)) continue;
    if (next === manager.false) return [manager.false];
    if (next.op === "and") {
      stack.push(...next.args);
      continue;
    }
    facts.add(next);
    if (isDisjunction(next)) stack.push(...sharedConjuncts(manager, next));
  }
  return [...facts];
}

function isDisjunction(term: Term): boolean {
  return term.op === "not" && (term.args[0] as Term).op === "and";
}

/**
 * Maximal number of visited terms in the search for conjuncts that the members of a disjunction
 * share.
 */
const SHARED_WORK = 2_000_000;

/** Returns the conjuncts that hold in every member of a disjunction. */
function sharedConjuncts(manager: TermManager, disjunction: Term): readonly Term[] {
  let shared: readonly Term[] | undefined;
  let work = 0;
  for (const member of membersOf(manager, disjunction)) {
    const conjuncts = conjunctsOf(member);
    work += conjuncts.size;
    if (work > SHARED_WORK) return [];
    shared = shared === undefined ? [...conjuncts] : shared.filter((term) => conjuncts.has(term));
    if (shared.length === 0) return [];
  }
  return shared ?? [];
}

/** a, b, … of a disjunction a or b or …, which is not (not a and not b and …). */
function membersOf(manager: TermManager, disjunction: Term): readonly Term[] {
  return [...conjunctsOf(disjunction.args[0] as Term)].map((term) => manager.not(term));
}

/** The members of a conjunction; any other term is its only member. */
function conjunctsOf(term: Term): ReadonlySet<Term> {
  const conjuncts = new Set<Term>();
  const seen = new Set<Term>();
  const stack = [term];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (next.op === "and") stack.push(...next.args);
    else conjuncts.add(next);
  }
  return conjuncts;
}

/** Equations of nonlinear polynomials whose difference is a constant, with their truth. */
function decidedEquations(manager: TermManager, facts: readonly Term[]): ReadonlyMap<Term, Term> {
  const decided = new Map<Term, Term>();
  const seen = new Set<Term>();
  const stack = [...facts];
  for (let term = stack.pop(); term !== undefined; term = stack.pop()) {
    if (seen.has(term)) continue;
    seen.add(term);
    const [a, b] = term.args as [Term, Term];
    if (term.op === "eq" && (isNonlinear(a) || isNonlinear(b))) {
      const difference = differencePolynomial(a, b);
      const isConstant =
        difference !== undefined && [...difference.keys()].every((key) => key === "");
      if (isConstant) decided.set(term, difference.size === 0 ? manager.true : manager.false);
    } else if (term.width === 0) stack.push(...term.args.filter(({ width }) => width === 0));
  }
  return decided;
}

// ------------------------------------------------------------------- bindings

/**
 * Returns the replacements of variables that facts determine. No bound variable occurs in a term to
 * which another one is bound.
 */
function bindingsOf(manager: TermManager, facts: readonly Term[]): ReadonlyMap<Term, Term> {
  const bindings = new Map<Term, Term>();
  const used = new Set<Term>();
  for (const fact of facts) {
    const found = bindingOf(manager, fact);
    if (found === undefined) continue;
    const [variable, term] = found;
    if (bindings.has(variable) || used.has(variable)) continue;
    const inside = variablesOf(term);
    if (inside.has(variable) || [...inside].some((other) => bindings.has(other))) continue;
    bindings.set(variable, term);
    for (const other of inside) used.add(other);
  }
  return bindings;
}

function bindingOf(manager: TermManager, fact: Term): readonly [Term, Term] | undefined {
  if (fact.op === "variable") return [fact, manager.true];
  if (fact.op === "eq") return equation(manager, fact.args[0] as Term, fact.args[1] as Term);
  if (fact.op === "ult") return below(manager, fact.args[0] as Term, fact.args[1] as Term, 1);
  if (fact.op !== "not") return undefined;
  const denied = fact.args[0] as Term;
  if (denied.op === "variable") return [denied, manager.false];
  const [a, b] = denied.args as [Term, Term];
  if (denied.op === "ult") return below(manager, b, a, 0);
  // Another value of one bit.
  if (denied.op === "eq" && a.width === 1) {
    if (a.op === "constant") return equation(manager, manager.bvnot(a), b);
    return equation(manager, a, manager.bvnot(b));
  }
  return undefined;
}

function equation(manager: TermManager, a: Term, b: Term): readonly [Term, Term] | undefined {
  for (const [left, right] of [
    [b, a],
    [a, b],
  ] as const) {
    if (left.op === "variable" && isSimple(right)) {
      return [left, right];
    }
    if (left.op !== "extract" || right.op !== "constant") continue;
    const variable = left.args[0] as Term;
    if (variable.op === "variable") return [variable, withBits(manager, variable, left, right)];
  }
  return undefined;
}

/**
 * A constant, or a variable, perhaps extended; or a polynomial of degree two or more: equations of
 * these are decided only when they are not replaced.
 */
function isSimple(term: Term): boolean {
  const { op, args } = term;
  if (isNonlinear(term)) return isSmall(term);
  const inner = op === "zeroExtend" || op === "signExtend" ? (args[0] as Term) : term;
  return inner.op === "variable" || inner.op === "constant";
}

/** The variable with its known bits, and new variables for the rest. */
function withBits(manager: TermManager, variable: Term, { high, low }: Term, bits: Term): Term {
  const name = variable.name as string;
  let term = bits;
  if (high < variable.width - 1) {
    term = manager.concat(manager.freshVariable(name, variable.width - 1 - high), term);
  }
  return low === 0 ? term : manager.concat(term, manager.freshVariable(name, low));
}

/** Bits above the largest value are zero: variable <= limit - strict. */
function below(
  manager: TermManager,
  variable: Term,
  limit: Term,
  strict: 0 | 1,
): readonly [Term, Term] | undefined {
  if (variable.op !== "variable" || limit.op !== "constant") return undefined;
  const largest = limit.value - BigInt(strict);
  if (largest < 0n) return undefined;
  const needed = largest === 0n ? 0 : largest.toString(2).length;
  const { width } = variable;
  if (needed >= width) return undefined;
  if (needed === 0) return [variable, manager.constant(width, 0)];
  const fresh = manager.freshVariable(variable.name as string, needed);
  return [variable, manager.zeroExtend(fresh, width)];
}

const SMALL = 64;

function isSmall(term: Term): boolean {
  let size = 0;
  const stack = [term];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (++size > SMALL) return false;
    stack.push(...next.args);
  }
  return true;
}

/** The variables of a small term. */
function variablesOf(term: Term): ReadonlySet<Term> {
  const variables = new Set<Term>();
  const stack = [term];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.op === "variable") variables.add(next);
    stack.push(...next.args);
  }
  return variables;
}
