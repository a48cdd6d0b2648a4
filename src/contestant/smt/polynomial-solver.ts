/**
 * Decides queries with products of unknowns, as far as polynomials suffice: products and divisions
 * are variables for a SAT solver, and for each of its models it is checked whether the equations
 * that hold in it imply one that does not, modulo 2^width. Each implication is a lemma on terms, so
 * that the answer "unsat" is always right; the other one only means that polynomials do not suffice
 * (lemmas on demand: de Moura, Rueß, SAT 2002).
 */

import { divisibilityLemmas } from "./divisibility-lemmas.ts";
import type { Facts } from "./integer-reading.ts";
import { MAX_EQUATIONS, ModelReading, type Read, type WideEquation } from "./model-reading.ts";
import { negativeIn, orderLemmas } from "./order-lemmas.ts";
import type { Polynomial } from "./polynomial.ts";
import { PolynomialIdeal } from "./polynomial-ideal.ts";
import { ProvedRanges } from "./proved-ranges.ts";
import type { SatSolver, SolverLimits } from "./sat-solver.ts";
import { SmtSolver } from "./solver.ts";
import { Substitution } from "./substitution.ts";
import type { Term, TermManager } from "./term.ts";

/**
 * Maximal number of models of a query that violate one goal: where there are many goals, and where
 * it is the only one.
 */
const MAX_MODELS_OF_MANY = 30;
const MAX_MODELS = 80;
/**
 * Conflicts for several goals together, and for parts of them: a hard set of goals is split into
 * halves.
 */
const CONFLICTS_OF_MANY = 1000;
const MIN_CONFLICTS = 300;
/** With at most so many goals, each open one gets as much effort as a single goal. */
const FEW_GOALS = 12;
const MIN_WIDTH = 8;
/** Maximal number of comparisons and equations that are read over integers. */
const MAX_COMPARISONS = 80;
/** Conflicts for one query whether a number has so many bits. */
const RANGE_CONFLICTS = 300;

const PRODUCTS: ReadonlySet<Term["op"]> = new Set(["mul", "udiv", "urem", "sdiv", "srem"]);
/** Comparisons of products are left to polynomials as a whole. */
const COMPARISONS: ReadonlySet<Term["op"]> = new Set(["eq", "ult", "slt"]);

/** Determines which terms contain products, or quotients, of two unknowns. */
export class Products {
  /** For each visited term: the width of its widest product. */
  readonly #known = new Map<Term, number>();

  has(root: Term): boolean {
    return this.widthIn(root) > 0;
  }

  /** The width of the widest product; 0 when there is none. */
  widthIn(root: Term): number {
    const stack = [root];
    for (let term = stack.pop(); term !== undefined; term = stack.pop()) {
      if (this.#known.has(term)) continue;
      const missing = term.args.filter((argument) => !this.#known.has(argument));
      if (missing.length > 0) {
        stack.push(term, ...missing);
        continue;
      }
      const own = isProduct(term) ? term.width : 0;
      const below = term.args.map((argument) => this.#known.get(argument) as number);
      this.#known.set(term, Math.max(own, ...below));
    }
    return this.#known.get(root) as number;
  }
}

function isProduct({ op, args }: Term): boolean {
  return PRODUCTS.has(op) && args.every((argument) => argument.op !== "constant");
}

export class PolynomialSolver {
  readonly #manager: TermManager;
  readonly #createSatSolver: () => SatSolver;
  readonly #facts: Term[] = [];
  /**
   * The solver of the current query: one that had to find values for all terms of earlier ones
   * would be slow.
   */
  #solver: SmtSolver;
  /** Terms without products, by the terms that they represent. */
  readonly #abstractions = new Map<Term, Term>();
  readonly #products = new Products();
  /** Lemmas that were passed to the solver. */
  readonly #known = new Set<Term>();

  constructor(manager: TermManager, createSatSolver: () => SatSolver) {
    this.#manager = manager;
    this.#createSatSolver = createSatSolver;
    this.#solver = new SmtSolver(manager, createSatSolver());
  }

  dispose(): void {
    this.#solver.dispose();
  }

  /** Conditions that hold from now on. */
  assert(condition: Term): void {
    this.#facts.push(condition);
  }

  /** Returns which goals are proved to follow from a condition. */
  entailed(condition: Term, goals: readonly Term[], limits: SolverLimits): readonly boolean[] {
    this.#beginAgain();
    const all = [condition, ...goals];
    const isPreferred = (term: Term): boolean => this.#products.has(term);
    const abstract = this.#abstract(condition);
    const { conflicts = Number.POSITIVE_INFINITY } = limits;
    const effort =
      goals.length === 1
        ? limits
        : { ...limits, conflicts: Math.min(conflicts, CONFLICTS_OF_MANY) };
    const question: Question = {
      effortAlone: goals.length <= FEW_GOALS ? limits : effort,
      condition: abstract,
      goals: goals.map((term) => ({ term, isOpen: true, lemmas: 0 })),
      atoms: equationsIn(all, isPreferred),
      comparisons: comparisonsIn(all, this.#products),
      ranges: new ProvedRanges(this.#manager, (assumptions) =>
        this.#solver.check([abstract, ...assumptions], { ...limits, conflicts: RANGE_CONFLICTS }),
      ),
      isPreferred,
      maxLemmas: goals.length === 1 ? MAX_MODELS : MAX_MODELS_OF_MANY,
    };
    this.#settle(question, question.goals, effort);
    return question.goals.map(({ isOpen }) => isOpen);
  }

  /**
   * Closes all goals except those that are proved to follow. A hard set of goals is split into
   * halves.
   */
  #settle(question: Question, goals: readonly Goal[], limits: SolverLimits): void {
    const manager = this.#manager;
    const { condition, atoms, isPreferred } = question;
    for (;;) {
      const left = goals.filter(({ isOpen }) => isOpen);
      if (left.length === 0) return;
      const terms = left.map(({ term }) => term);
      const refuted = manager.not(manager.and(...terms));
      const effort = left.length === 1 ? question.effortAlone : limits;
      const answer = this.#solver.check([condition, this.#abstract(refuted)], effort);
      if (answer === "unsat") return;
      if (answer === "unknown") {
        if (left.length === 1 || limits.deadline?.() === true) {
          for (const goal of left) goal.isOpen = false;
          return;
        }
        const { conflicts = Number.POSITIVE_INFINITY } = limits;
        const least = Math.min(MIN_CONFLICTS, conflicts);
        const fewer = { ...limits, conflicts: Math.max(least, Math.floor(conflicts / 2)) };
        const middle = left.length >> 1;
        this.#settle(question, left.slice(0, middle), fewer);
        this.#settle(question, left.slice(middle), fewer);
        return;
      }
      const failing = left.filter(({ term }) => !this.#isTrue(term));
      const asked = equationsIn(terms, isPreferred);
      const lemmas = this.#lemmas(atoms, asked.length === 0 ? atoms : asked);
      // Queries about ranges have models of their own.
      const facts = this.#factsOf(this.#solver.model, question);
      lemmas.push(...this.#integerLemmas(facts, question, lemmas.length > 0));
      for (const goal of failing) {
        if (lemmas.length === 0 || ++goal.lemmas >= question.maxLemmas) goal.isOpen = false;
      }
      for (const lemma of lemmas) {
        this.#known.add(lemma);
        this.#solver.assert(this.#abstract(lemma), limits);
      }
    }
  }

  /** Forgets earlier queries, but not the facts. */
  #beginAgain(): void {
    this.#solver.dispose();
    this.#known.clear();
    this.#solver = new SmtSolver(this.#manager, this.#createSatSolver());
    for (const fact of this.#facts) this.#solver.assert(this.#abstract(fact));
  }

  /** Equations that follow from others and do not hold in the current model, with their premises. */
  #lemmas(atoms: readonly Term[], asked: readonly Term[]): Term[] {
    const holding = atoms.filter((atom) => this.#isTrue(atom));
    const failing = asked.filter((atom) => !this.#isTrue(atom));
    const reading = new ModelReading(this.#manager, (term) => this.#value(term));
    const equations: WideEquation[] = [];
    for (const atom of holding) {
      const read = reading.read(atom);
      if (read === undefined) continue;
      const premises = new Set([...read.premises, reading.premise(atom)]);
      equations.push({
        width: widthOf(atom),
        equation: { polynomial: read.polynomial, premises },
      });
    }
    const goals = failing.flatMap((atom) => {
      const read = reading.read(atom);
      return read === undefined ? [] : [{ atom, ...read }];
    });
    equations.push(...reading.definitions());
    const lemmas = this.#consequences(goals, equations, reading);
    // The query need not mention that two unknowns are equal; an equation of addresses does not.
    return lemmas.length > 0
      ? lemmas
      : this.#consequences(goals, [...equations, ...reading.equalUnknowns()], reading);
  }

  /** Consequences for the goals whose premises all hold. */
  #consequences(
    goals: readonly (Read & { readonly atom: Term })[],
    equations: readonly WideEquation[],
    reading: ModelReading,
  ): Term[] {
    const lemmas: Term[] = [];
    const ideals = new Map<number, PolynomialIdeal>();
    for (const { atom, polynomial, premises } of goals) {
      const width = widthOf(atom);
      const ideal = ideals.get(width) ?? idealOf(equations, width);
      ideals.set(width, ideal);
      const used = ideal.premisesOf(polynomial);
      if (used === undefined) continue;
      const because = [...new Set([...premises, ...used])].map((number) =>
        reading.condition(number),
      );
      const lemma = this.#manager.implies(this.#manager.and(...because), atom);
      if (!this.#known.has(lemma)) lemmas.push(lemma);
    }
    return lemmas;
  }

  /**
   * Lemmas over integers that do not hold in the current model.
   * @param isLed - there are lemmas already: only those about divisibility, which the others do not
   * cover
   */
  #integerLemmas(facts: Facts, { atoms, comparisons }: Question, isLed: boolean): Term[] {
    const isNew = (lemma: Term): boolean => !this.#known.has(lemma);
    const lemmas = divisibilityLemmas(this.#manager, facts, atoms).filter(isNew);
    if (isLed || lemmas.length > 0 || comparisons.atoms.length === 0) return lemmas;
    return orderLemmas(this.#manager, facts, comparisons.atoms, comparisons.divisions).filter(
      isNew,
    );
  }

  #factsOf(model: SmtSolver["model"], { ranges }: Question): Facts {
    return {
      range: (term) => ranges.of(this.#abstract(term)),
      holds: (condition) => model.value(this.#abstract(condition)) === 1n,
      abstract: (term) => this.#abstract(term),
    };
  }

  #value(term: Term): bigint {
    return this.#solver.value(this.#abstract(term));
  }

  #isTrue(term: Term): boolean {
    return this.#value(term) === 1n;
  }

  #abstract(root: Term): Term {
    if (!this.#products.has(root)) return root;
    const known = this.#abstractions.get(root);
    if (known !== undefined) return known;
    const stack = [root];
    const seen = new Set<Term>();
    for (let term = stack.pop(); term !== undefined; term = stack.pop()) {
      if (seen.has(term) || !this.#products.has(term)) continue;
      seen.add(term);
      const isComparison = COMPARISONS.has(term.op) && (term.args[0] as Term).width > 0;
      if (!isProduct(term) && !isComparison) stack.push(...term.args);
      else if (!this.#abstractions.has(term)) {
        this.#abstractions.set(term, this.#manager.freshVariable("product", term.width));
      }
    }
    const result = new Substitution(this.#manager, this.#abstractions).apply(root);
    this.#abstractions.set(root, result);
    return result;
  }
}

interface Goal {
  readonly term: Term;
  /** Whether it is still undecided; false once it is given up. */
  isOpen: boolean;
  /** Number of models in which it did not hold, and that gave a lemma. */
  lemmas: number;
}

interface Question {
  /** Limits for a goal that is tried alone. */
  readonly effortAlone: SolverLimits;
  /** Without products. */
  readonly condition: Term;
  readonly goals: readonly Goal[];
  readonly atoms: readonly Term[];
  readonly comparisons: Comparisons;
  readonly ranges: ProvedRanges;
  readonly isPreferred: (term: Term) => boolean;
  readonly maxLemmas: number;
}

function idealOf(equations: readonly WideEquation[], width: number): PolynomialIdeal {
  const usable = equations
    .filter((one) => one.width >= width)
    .map(({ equation }) => ({ ...equation, polynomial: narrowed(equation.polynomial, width) }));
  return new PolynomialIdeal(width, usable);
}

function widthOf(equation: Term): number {
  return (equation.args[0] as Term).width;
}

function narrowed(polynomial: Polynomial, width: number): Polynomial {
  return new Map(
    [...polynomial]
      .map(([monomial, value]) => [monomial, BigInt.asUintN(width, value)] as const)
      .filter(([, value]) => value !== 0n),
  );
}

/** Equations of bit-vectors in terms, those with products first. */
function equationsIn(roots: readonly Term[], isPreferred: (term: Term) => boolean): Term[] {
  const found: Term[] = [];
  const seen = new Set<Term>();
  const stack = roots.toReversed();
  for (let term = stack.pop(); term !== undefined; term = stack.pop()) {
    if (seen.has(term)) continue;
    seen.add(term);
    if (term.op === "eq" && widthOf(term) >= MIN_WIDTH) found.push(term);
    stack.push(...term.args);
  }
  const [preferred, others] = [found.filter(isPreferred), found.filter((one) => !isPreferred(one))];
  return [...preferred, ...others].slice(0, MAX_EQUATIONS);
}

interface Comparisons {
  readonly atoms: readonly Term[];
  /** Quotients. */
  readonly divisions: readonly Term[];
}

/** Comparisons that the order of products may decide: none where there is no product. */
function comparisonsIn(roots: readonly Term[], products: Products): Comparisons {
  const seen = new Set<Term>(roots);
  const atoms: Term[] = [];
  const divisions = new Set<Term>();
  for (const term of seen) {
    for (const argument of term.args) seen.add(argument);
    if (COMPARISONS.has(term.op) && widthOf(term) >= MIN_WIDTH) atoms.push(term);
    else if (negativeIn(term) !== undefined) atoms.push(term);
    if (isProduct(term) && (term.op === "udiv" || term.op === "sdiv")) divisions.add(term);
  }
  // Equations with products first: other comparisons depend on them.
  const isFirst = (atom: Term): boolean => atom.op === "eq" && products.has(atom);
  const ordered = [...atoms.filter(isFirst), ...atoms.filter((atom) => !isFirst(atom))];
  const isUseful = ordered.some((atom) => products.has(atom)) || divisions.size > 0;
  return { atoms: isUseful ? ordered.slice(0, MAX_COMPARISONS) : [], divisions: [...divisions] };
}

/**
 * Returns the upper bits of a bit-vector, perhaps extended to its width again: the result of a
 * division by a power of two.
 */
