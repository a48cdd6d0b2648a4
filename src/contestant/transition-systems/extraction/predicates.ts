/**
 * Predicates for the abstraction: conditions of the steps, and templates over the variables that loops change. New
 * ones come from spurious counterexamples: the conditions in the weakest preconditions of their steps.
 */
import {
  forEachSubterm,
  Substitution,
  type Term,
  type TermManager,
  variablesIn,
} from "../../smt/index.ts";

import type { Location, StateVariable, Step, TransitionSystem } from "./transition-system.ts";

/** Maximal number of predicates of a location; more make every question slow. */
const MAX_PREDICATES = 400;
const MAX_CONSTANTS = 14;
const MAX_PAIRED = 8;
const MAX_TRIPLED = 5;
const MAX_FACTOR = 16n;

export class Predicates {
  readonly #manager: TermManager;
  readonly #table = new Map<Location, Set<Term>>();
  readonly #owned = new Map<Location, ReadonlySet<Term>>();

  constructor(manager: TermManager) {
    this.#manager = manager;
  }

  at(location: Location): ReadonlySet<Term> {
    return this.#table.get(location) ?? new Set();
  }

  /** False when it is known, trivial, or mentions terms other than variables of the location. */
  add(location: Location, condition: Term): boolean {
    const predicate = condition.op === "not" ? (condition.args[0] as Term) : condition;
    if (predicate.op === "constant") return false;
    const known = this.#table.get(location) ?? new Set();
    this.#table.set(location, known);
    if (known.has(predicate) || known.size >= MAX_PREDICATES) return false;
    if (!this.#isOver(location, predicate)) return false;
    known.add(predicate);
    return true;
  }

  addAll(others: Predicates, locations: readonly Location[]): void {
    for (const location of locations) {
      for (const predicate of others.at(location)) this.add(location, predicate);
    }
  }

  #isOver(location: Location, term: Term): boolean {
    const owned =
      this.#owned.get(location) ?? new Set(location.variables.map((variable) => variable.term));
    this.#owned.set(location, owned);
    for (const variable of variablesIn(term)) if (!owned.has(variable)) return false;
    return true;
  }

  /** The atomic conditions of a formula; equations also as two inequalities. */
  addAtoms(location: Location, formula: Term): boolean {
    const manager = this.#manager;
    let isNew = false;
    for (const atom of atomsOf(formula)) {
      if (this.add(location, atom)) isNew = true;
      const [a, b] = atom.args;
      if (atom.op !== "eq" || a === undefined || b === undefined || a.width < 2) continue;
      for (const bound of [
        manager.sle(a, b),
        manager.sle(b, a),
        manager.ule(a, b),
        manager.ule(b, a),
      ]) {
        if (this.add(location, bound)) isNew = true;
      }
    }
    return isNew;
  }
}

/** The atomic conditions of a formula, including those within ite-terms. */
export function atomsOf(formula: Term): Set<Term> {
  const atoms = new Set<Term>();
  forEachSubterm([formula], (term) => {
    if (term.width !== 0 || term.op === "constant") return;
    const isConnective =
      term.op === "and" ||
      term.op === "not" ||
      term.op === "ite" ||
      (term.op === "eq" && term.args[0]?.width === 0);
    if (!isConnective) atoms.add(term);
  });
  return atoms;
}

/**
 * The formula on the path that a model takes: choices of values are decided, their conditions are listed
 * separately.
 */
export function onPathOf(
  manager: TermManager,
  formula: Term,
  valueIn: (term: Term) => bigint,
): Term {
  const conditions: Term[] = [];
  let result = formula;
  for (let round = 0; round < MAX_NESTED; round++) {
    const choices = new Map<Term, Term>();
    forEachSubterm([result], (term) => {
      if (term.op !== "ite") return;
      let chosen = term;
      while (chosen.op === "ite") {
        const [condition, a, b] = chosen.args as [Term, Term, Term];
        const isTrue = valueIn(condition) === 1n;
        conditions.push(isTrue ? condition : manager.not(condition));
        chosen = isTrue ? a : b;
      }
      choices.set(term, chosen);
    });
    if (choices.size === 0) break;
    result = new Substitution(manager, choices).apply(result);
  }
  return manager.and(result, ...conditions.filter((condition) => !hasChoice(condition)));
}

const MAX_NESTED = 12;

function hasChoice(term: Term): boolean {
  let found = false;
  forEachSubterm([term], ({ op, width }) => {
    if (op === "ite" && width > 0) found = true;
  });
  return found;
}

/** The predicates to start with. */
export function initialPredicates(manager: TermManager, system: TransitionSystem): Predicates {
  const predicates = new Predicates(manager);
  const constants = constantsIn(system);
  for (const location of system.locations) {
    for (const { from, guard } of system.steps) {
      if (from === location) predicates.addAtoms(location, guard);
    }
    addTemplates(manager, system, location, constants, (p) => predicates.add(location, p));
    for (const step of system.steps) {
      if (step.to !== location) continue;
      if (step.from === location) addTested(manager, step, predicates);
      else addArrival(manager, step, predicates);
    }
  }
  return predicates;
}

/** Adds the facts of a step about the values at its end: constants, equalities, and its conditions on them. */
function addArrival(manager: TermManager, { to, guard, next }: Step, predicates: Predicates): void {
  const holders = new Map<Term, Term>();
  for (const { term, isSigned } of to.variables) {
    const value = next.get(term);
    if (value === undefined || isSigned === undefined) continue;
    if (value.op === "constant") {
      predicates.addAtoms(to, manager.eq(term, value));
      continue;
    }
    const holder = holders.get(value);
    if (holder === undefined) holders.set(value, term);
    else predicates.add(to, manager.eq(term, holder));
  }
  predicates.addAtoms(to, new Substitution(manager, holders).apply(guard));
}

/**
 * Adds the tests of an iteration on counters, for the values at its end: where `i <= n` held, and `i` has become `i
 * + 1`, `i - 1 <= n` holds.
 */
function addTested(manager: TermManager, { to, guard, next }: Step, predicates: Predicates): void {
  const before = new Map<Term, Term>();
  const counters = new Set<Term>();
  for (const { term } of to.variables) {
    const value = next.get(term);
    if (value === term) before.set(term, term);
    const added = value === undefined ? undefined : addedTo(term, value);
    if (added === undefined) continue;
    before.set(term, manager.sub(term, added));
    counters.add(term);
  }
  const turnedBack = new Substitution(manager, before);
  for (const atom of atomsOf(guard)) {
    const mentioned = [...variablesIn(atom)];
    const isKnown = mentioned.every((variable) => before.has(variable));
    if (!isKnown || !mentioned.some((variable) => counters.has(variable))) continue;
    predicates.add(to, turnedBack.apply(atom));
  }
}

/** The constant in `variable + constant`. */
function addedTo(variable: Term, { op, args }: Term): Term | undefined {
  const [a, b] = args;
  if (op !== "add" || a === undefined || b === undefined) return undefined;
  if (a === variable && b.op === "constant") return b;
  return b === variable && a.op === "constant" ? a : undefined;
}

/** By width, the constants of conditions and assignments. */
function constantsIn({ steps }: TransitionSystem): Map<number, bigint[]> {
  const found = new Map<number, Set<bigint>>();
  const roots = steps.flatMap(({ guard, next }) => [guard, ...next.values()]);
  forEachSubterm(roots, ({ op, width, value }) => {
    if (op !== "constant" || width < 8) return;
    const row = found.get(width) ?? new Set();
    found.set(width, row.add(value));
  });
  return new Map([...found].map(([width, row]) => [width, [...row]]));
}

/** The integers of a location, split by whether loops change them. */
function integersAt(
  { steps, start }: TransitionSystem,
  location: Location,
): { readonly changing: StateVariable[]; readonly others: StateVariable[] } {
  const integers = location.variables.filter(({ isSigned }) => isSigned !== undefined);
  const isChanging = ({ term }: StateVariable): boolean =>
    steps.some(({ from, next }) => from !== start && (next.get(term) ?? term) !== term);
  return {
    changing: integers.filter(isChanging),
    others: integers.filter((variable) => !isChanging(variable)),
  };
}

function addTemplates(
  manager: TermManager,
  system: TransitionSystem,
  location: Location,
  constants: ReadonlyMap<number, readonly bigint[]>,
  add: (predicate: Term) => void,
): void {
  const { changing, others } = integersAt(system, location);
  const entries = system.steps.filter((step) => step.to === location && step.from !== location);
  for (const { term, isSigned } of changing) {
    const atMost = (a: Term, b: Term): Term => (isSigned ? manager.sle(a, b) : manager.ule(a, b));
    const own = [0n, 1n, ...(constants.get(term.width) ?? [])].slice(0, MAX_CONSTANTS);
    for (const value of new Set(own)) {
      const constant = manager.constant(term.width, value);
      add(atMost(term, constant));
      add(atMost(constant, term));
    }
    add(manager.eq(manager.extract(term, 0, 0), manager.constant(1, 0n)));
  }
  if (changing.length <= MAX_PAIRED) {
    const partners = [...changing, ...others.slice(0, MAX_PAIRED)];
    for (const [index, a] of changing.entries()) {
      for (const b of partners.slice(index + 1)) {
        if (a.term.width !== b.term.width) continue;
        addRelations(manager, a, b, entries, constants, add);
      }
    }
  }
  const few = [...changing, ...others].slice(0, MAX_TRIPLED);
  for (const a of few) {
    for (const b of few) {
      if (few.indexOf(a) >= few.indexOf(b) || a.term.width !== b.term.width) continue;
      for (const c of few) {
        if (c === a || c === b || c.term.width !== a.term.width) continue;
        if (![a, b, c].some((v) => changing.includes(v))) continue;
        add(manager.eq(manager.add(a.term, b.term), c.term));
      }
    }
  }
}

/**
 * Terms of the octagon domain (Miné, 2006): variables that loops change, their sums and differences with others,
 * with either sign.
 */
export function octagonsAt(
  manager: TermManager,
  system: TransitionSystem,
  location: Location,
): Term[] {
  const { changing: all, others } = integersAt(system, location);
  const changing = all.slice(0, MAX_OCTAGON);
  const partners = [...changing, ...others];
  const expressions = partners
    .slice(0, MAX_OCTAGON)
    .flatMap(({ term }) => [term, manager.neg(term)]);
  for (const [index, { term: a }] of changing.entries()) {
    for (const { term: b } of partners.slice(index + 1, MAX_OCTAGON)) {
      if (a.width !== b.width) continue;
      const sum = manager.add(a, b);
      expressions.push(manager.sub(a, b), manager.sub(b, a), sum, manager.neg(sum));
    }
  }
  return expressions;
}

const MAX_OCTAGON = 6;

function addRelations(
  manager: TermManager,
  { term: a, isSigned }: StateVariable,
  { term: b, isSigned: isOtherSigned }: StateVariable,
  entries: readonly Step[],
  constants: ReadonlyMap<number, readonly bigint[]>,
  add: (predicate: Term) => void,
): void {
  if (isSigned || isOtherSigned) {
    add(manager.sle(a, b));
    add(manager.sle(b, a));
  }
  if (!isSigned || !isOtherSigned) {
    add(manager.ule(a, b));
    add(manager.ule(b, a));
  }
  const small = (constants.get(a.width) ?? []).filter((c) => c > 1n && c <= MAX_FACTOR);
  for (const { next } of entries) {
    const [a0, b0] = [next.get(a), next.get(b)];
    if (a0?.op !== "constant" || b0?.op !== "constant") continue;
    add(manager.eq(manager.sub(a, b), manager.sub(a0, b0)));
    add(manager.eq(manager.add(a, b), manager.add(a0, b0)));
    for (const factor of new Set([2n, ...small])) {
      for (const [p, q, p0, q0] of [
        [a, b, a0, b0],
        [b, a, b0, a0],
      ] as const) {
        const scale = manager.constant(p.width, factor);
        add(manager.eq(manager.sub(p, p0), manager.mul(scale, manager.sub(q, q0))));
      }
    }
  }
}
