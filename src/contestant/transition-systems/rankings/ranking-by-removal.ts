/**
 * Ranking functions of all loop heads at once: in a strongly connected component of locations, an affine function
 * for each of them that no step raises; the steps that it lowers (and, where a limit is needed, from a non-negative
 * value) are removed, and the rest splits into components again, until there is no cycle any more. The sequence of
 * functions is a lexicographic order on the visits of every location (Brockschmidt, Cook, Fuhs: "Better termination
 * proving through cooperation", CAV 2013; Larraz, Oliveras, Rodríguez-Carbonell, Rubio, FMCAD 2013). Everything is
 * decided on bits, under invariants that are computed when a function fails.
 */

import { composedText, cyclicComponents, type RankingPart } from "../../analysis-core/index.ts";
import type { RankingKind } from "../../induction/index.ts";
import type { SatSolver, Term, TermManager } from "../../smt/index.ts";
import type { Location, Step, TransitionSystem } from "../extraction/transition-system.ts";
import {
  type AffineForm,
  type AffineFunction,
  MAX_NUMERALS,
  type Numeral,
  termOf,
  textOf,
  widthFor,
} from "./affine-form.ts";
import { affineFunction, type Example } from "./affine-synthesis.ts";
import { disjunctiveRanking } from "./disjunctive-ranking.ts";
import { IntegerSynthesis } from "./integer-synthesis.ts";
import type { StepKnowledge } from "./step-knowledge.ts";

/** A step, as far as it is not removed. */
export interface OpenStep {
  readonly step: Step;
  /** When it is taken. */
  readonly guard: Term;
}

/** The argument that every location is visited finitely often. */
export interface Ranking {
  /**
   * The components of the order at each location, the most significant one first; undefined where there is none for
   * all visits.
   */
  readonly orders: ReadonlyMap<Location, readonly RankingPart[] | undefined>;
  /** In place of an order: values one of which decreases from any visit to any later one. */
  readonly unions: ReadonlyMap<Location, readonly RankingPart[]>;
}

export interface RankingOptions {
  readonly kind: RankingKind;
  readonly isLate: () => boolean;
  readonly remainingSeconds: () => number;
  readonly createSatSolver: () => SatSolver;
}

const MAX_LEVELS = 8;
/** Number of examples that refute functions for one choice of steps to be lowered. */
const MAX_REFUTATIONS = 24;
/** Numbers in examples are small when they can be. */
const SMALL = 64n;
/** Larger constants of the program are not limits but masks. */
const MAX_DEPTH = 1n << 20n;
const MIN_DEPTH = 16n;
/** Number of invariants that are computed for one component. */
const MAX_INVARIANTS = 8;

/** Undefined when some cycle has no such function, or none is found. */
export function rankingByRemoval(
  manager: TermManager,
  system: TransitionSystem,
  knowledge: StepKnowledge,
  options: RankingOptions,
): Ranking | undefined {
  const search = new Removal(manager, system, knowledge, options);
  const { start, error, steps } = system;
  const inside = steps
    .filter(({ from, to }) => from !== start && to !== error)
    .map((step): OpenStep => ({ step, guard: step.guard }));
  if (!search.rank(inside, 0)) return undefined;
  const { found, unions, wordless } = search;
  const locations = new Set([...found.keys(), ...unions.keys(), ...wordless]);
  const orders = new Map(
    [...locations].map((one) => [one, wordless.has(one) ? undefined : found.get(one)] as const),
  );
  return { orders, unions };
}

interface OwnExample extends Example {
  readonly open: OpenStep;
}

class Removal {
  readonly #manager: TermManager;
  readonly #knowledge: StepKnowledge;
  readonly #options: RankingOptions;
  readonly #depth: bigint;
  readonly #system: TransitionSystem;
  readonly found = new Map<Location, RankingPart[]>();
  /** For heads without an order: values one of which decreases from any visit to any later one. */
  readonly unions = new Map<Location, readonly RankingPart[]>();
  /** Locations of components with such a head: their orders do not cover all visits. */
  readonly wordless = new Set<Location>();

  constructor(
    manager: TermManager,
    system: TransitionSystem,
    knowledge: StepKnowledge,
    options: RankingOptions,
  ) {
    this.#manager = manager;
    this.#system = system;
    this.#knowledge = knowledge;
    this.#options = options;
    this.#depth = depthOf(system);
  }

  rank(steps: readonly OpenStep[], level: number): boolean {
    for (const component of cyclicComponents(steps, ({ step }) => step)) {
      if (level === MAX_LEVELS || !this.#rankComponent(component, level)) return false;
    }
    return true;
  }

  #rankComponent(component: readonly OpenStep[], level: number): boolean {
    const numerals = this.#numeralsOf(component);
    const width = widthFor([...numerals.values()].flat());
    const attempt = new Level(this.#manager, this.#knowledge, this.#options, {
      component,
      numerals,
      width,
      depth: this.#depth,
    });
    // Invariants cost much more than examples.
    const form = attempt.search(0) ?? attempt.search(MAX_INVARIANTS);
    if (form === undefined) return this.#rankByUnion(component, numerals, width, level);
    const { left, areOthersEqual } = attempt.without(form);
    for (const [location, own] of form) {
      const part = partOf(own, this.#options.kind, areOthersEqual);
      this.found.set(location, [...(this.found.get(location) ?? []), part]);
    }
    return this.rank(left, level + 1);
  }

  /** A union of functions shows that one head is visited finitely often; the remaining steps do not pass it. */
  #rankByUnion(
    component: readonly OpenStep[],
    numerals: ReadonlyMap<Location, readonly Numeral[]>,
    width: number,
    level: number,
  ): boolean {
    const { kind, createSatSolver, remainingSeconds, isLate } = this.#options;
    const steps = component.map(({ step, guard }) => ({ ...step, guard }));
    for (const head of numerals.keys()) {
      if (isLate()) return false;
      const own = new Map([[head, numerals.get(head) ?? []]]);
      const rank = (way: Step): AffineForm | undefined => {
        const task = {
          component: [{ step: way, guard: way.guard }],
          numerals: own,
          width,
          depth: this.#depth,
        };
        return new Level(this.#manager, this.#knowledge, this.#options, task).search(0)?.get(head);
      };
      const known = this.#knowledge.at(head);
      const options = { kind, width, createSatSolver, remainingSeconds, known, rank };
      const union = disjunctiveRanking(this.#manager, this.#system, steps, head, options);
      if (union === undefined) continue;
      if (level === 0)
        this.unions.set(
          head,
          union.map((form) => partOf(form, kind, true)),
        );
      for (const location of numerals.keys()) this.wordless.add(location);
      return this.rank(
        component.filter(({ step }) => step.from !== head),
        level + 1,
      );
    }
    return false;
  }

  /** The integers that the steps change; where a limit is needed, also those that they compare. */
  #numeralsOf(component: readonly OpenStep[]): ReadonlyMap<Location, readonly Numeral[]> {
    const changed = new Set<Term>();
    for (const { step } of component) {
      for (const [term, value] of step.next) if (term !== value) changed.add(term);
    }
    const locations = new Set(component.flatMap(({ step }) => [step.from, step.to]));
    return new Map(
      [...locations].map((location) => {
        const integers = location.variables.filter(
          (variable): variable is Numeral =>
            variable.isSigned !== undefined && variable.term.width <= 64,
        );
        const own = integers.filter(({ term }) => changed.has(term));
        const others = integers.filter(({ term }) => !changed.has(term));
        const all = this.#options.kind === "bounds" ? [...own, ...others] : own;
        return [location, all.slice(0, MAX_NUMERALS)];
      }),
    );
  }
}

interface Task {
  readonly component: readonly OpenStep[];
  readonly numerals: ReadonlyMap<Location, readonly Numeral[]>;
  readonly width: number;
  readonly depth: bigint;
}

/** The examples in which a function must decrease, and the steps that it must remove. */
interface Goal {
  readonly isStrict: (example: OwnExample) => boolean;
  readonly removed: readonly OpenStep[];
}

/** Widths of coefficients; undefined: by a linear program. */
const COEFFICIENT_BITS = [2, 4, undefined];

type Candidates = Pick<IntegerSynthesis, "add" | "candidate" | "dispose">;

/** The search for one function. */
class Level {
  readonly #manager: TermManager;
  readonly #knowledge: StepKnowledge;
  readonly #options: RankingOptions;
  readonly #task: Task;
  #examples: OwnExample[] = [];
  #invariantsLeft = 0;

  constructor(manager: TermManager, knowledge: StepKnowledge, options: RankingOptions, task: Task) {
    this.#manager = manager;
    this.#knowledge = knowledge;
    this.#options = options;
    this.#task = task;
  }

  /** @param invariants - number of invariants that may be computed */
  search(invariants: number): AffineFunction | undefined {
    const { component } = this.#task;
    this.#invariantsLeft = invariants;
    this.#examples = [];
    for (const open of component) {
      const example = this.#exampleOf(open, open.guard);
      if (example === "unknown") return undefined;
      if (example !== "none") this.#examples.push(example);
    }
    // First all steps shall be lowered, then all executions of one of them, then any of them.
    const goals: Goal[] = [{ isStrict: () => true, removed: component }];
    for (const open of component) {
      goals.push({ isStrict: (example) => example.open === open, removed: [open] });
    }
    for (const example of this.#examples) {
      goals.push({ isStrict: (other) => other === example, removed: [] });
    }
    for (const bits of COEFFICIENT_BITS) {
      for (const goal of goals) {
        const form = this.#functionFor(goal, bits);
        if (form !== undefined) return form;
        if (this.#options.isLate()) return undefined;
      }
    }
    return undefined;
  }

  #functionFor(goal: Goal, bits: number | undefined): AffineFunction | undefined {
    const { isLate } = this.#options;
    const next = this.#candidates(goal, bits);
    try {
      for (let round = 0; round < MAX_REFUTATIONS && !isLate(); round++) {
        const found = next.candidate();
        if (found === undefined) return undefined;
        const refutation = this.#refutation(found, goal.removed);
        if (refutation === "none") return this.#simplest(found, goal);
        if (refutation === "unknown") return undefined;
        this.#examples.push(refutation);
        next.add(refutation, goal.isStrict(refutation));
      }
      return undefined;
    } finally {
      next.dispose();
    }
  }

  /** Without constants, if that suffices. */
  #simplest(found: AffineFunction, { removed }: Goal): AffineFunction {
    const plain = new Map(
      [...found].map(([location, form]) => [location, { ...form, constant: 0n }] as const),
    );
    const before = this.#invariantsLeft;
    this.#invariantsLeft = 0;
    const isRefuted = this.#refutation(plain, removed) !== "none";
    this.#invariantsLeft = before;
    return isRefuted || removed.length === 0 ? found : plain;
  }

  /** Functions that fit the examples; with the given width of coefficients, or by a linear program. */
  #candidates(goal: Goal, bits: number | undefined): Candidates {
    const { numerals, depth, width } = this.#task;
    const { isLate, kind, createSatSolver } = this.#options;
    const options = { numerals, depth, isBounded: kind === "bounds", isLate };
    if (bits === undefined) {
      const isStrict = (example: Example): boolean => goal.isStrict(example as OwnExample);
      return {
        add: () => undefined,
        candidate: () => affineFunction(this.#examples, isStrict, options),
        dispose: () => undefined,
      };
    }
    const own = { ...options, bits, width };
    const synthesis = new IntegerSynthesis(this.#manager, createSatSolver(), own);
    for (const example of this.#examples) synthesis.add(example, goal.isStrict(example));
    return synthesis;
  }

  /** A step that raises a function, or that it should remove and does not. */
  #refutation(form: AffineFunction, removed: readonly OpenStep[]): OwnExample | "none" | "unknown" {
    for (const open of this.#task.component) {
      const condition = removed.includes(open)
        ? this.#removes(form, open)
        : this.#keeps(form, open);
      const refuted = this.#manager.and(open.guard, this.#manager.not(condition));
      let example = this.#exampleOf(open, refuted);
      if (typeof example !== "string" && this.#invariantsLeft > 0) {
        this.#invariantsLeft--;
        if (this.#knowledge.proveExcluded([{ from: open.step.from, guard: refuted }]))
          example = "none";
      }
      if (example !== "none") return example;
    }
    return "none";
  }

  #valuesAt(form: AffineFunction, { step }: OpenStep): readonly [before: Term, after: Term] {
    const { width } = this.#task;
    const value = (location: Location): Term =>
      termOf(this.#manager, form.get(location) as AffineForm, width);
    return [value(step.from), this.#knowledge.after(step, value(step.to))];
  }

  #keeps(form: AffineFunction, open: OpenStep): Term {
    const [before, after] = this.#valuesAt(form, open);
    return this.#manager.sle(after, before);
  }

  #removes(form: AffineFunction, open: OpenStep): Term {
    const [before, after] = this.#valuesAt(form, open);
    const falls = this.#manager.slt(after, before);
    if (this.#options.kind === "values") return falls;
    const zero = this.#manager.constant(this.#task.width, 0n);
    return this.#manager.and(falls, this.#manager.sle(zero, before));
  }

  /** The steps that a function does not remove, and whether it has equal values before and after all of them. */
  without(form: AffineFunction): {
    readonly left: readonly OpenStep[];
    readonly areOthersEqual: boolean;
  } {
    const manager = this.#manager;
    let areOthersEqual = true;
    const left = this.#task.component.flatMap((open) => {
      const guard = manager.and(open.guard, manager.not(this.#removes(form, open)));
      if (this.#knowledge.excludes(open.step, guard) === "yes") return [];
      const [before, after] = this.#valuesAt(form, open);
      const differs = manager.and(guard, manager.not(manager.eq(before, after)));
      if (this.#knowledge.excludes(open.step, differs) !== "yes") areOthersEqual = false;
      return [{ step: open.step, guard }];
    });
    return { left, areOthersEqual };
  }

  /** Values of a step under a condition, small ones if possible. */
  #exampleOf(open: OpenStep, condition: Term): OwnExample | "none" | "unknown" {
    const { step } = open;
    const knowledge = this.#knowledge;
    let answer = knowledge.excludes(step, this.#manager.and(condition, this.#isSmall(step.from)));
    if (answer !== "no") answer = knowledge.excludes(step, condition);
    if (answer !== "no") return answer === "yes" ? "none" : "unknown";
    const model = knowledge.modelOf(step);
    const { numerals } = this.#task;
    const valuesOf = (location: Location, at: (term: Term) => Term): bigint[] =>
      (numerals.get(location) ?? []).map(({ term, isSigned }) => {
        const value = model.value(at(term));
        return isSigned ? BigInt.asIntN(term.width, value) : value;
      });
    const before = valuesOf(step.from, (term) => term);
    const after = valuesOf(step.to, (term) => knowledge.after(step, term));
    return { from: step.from, to: step.to, before, after, open };
  }

  #isSmall(location: Location): Term {
    const manager = this.#manager;
    return manager.and(
      ...(this.#task.numerals.get(location) ?? []).map(({ term, isSigned }) => {
        if (term.width < 8) return manager.true;
        const most = manager.constant(term.width, SMALL);
        const least = manager.constant(term.width, BigInt.asUintN(term.width, -SMALL));
        if (!isSigned) return manager.ule(term, most);
        return manager.and(manager.sle(term, most), manager.sle(least, term));
      }),
    );
  }
}

/** The remaining steps leave the function equal, or it is counted only from -1 on. */
function partOf(form: AffineForm, kind: RankingKind, areOthersEqual: boolean): RankingPart {
  const expression = textOf(form);
  if (kind === "values") return { expression, grows: false };
  if (areOthersEqual) return { expression, grows: false, limit: 0n };
  const { text } = expression;
  const clamped = composedText(`((${text}) < 0 ? -1 : (${text}))`, expression);
  return { expression: clamped, grows: false, limit: 0n };
}

/** Greatest distance of the program's limits below zero. */
function depthOf({ steps }: TransitionSystem): bigint {
  let depth = MIN_DEPTH;
  const seen = new Set<Term>();
  const stack = steps.flatMap(({ guard, next }) => [guard, ...next.values()]);
  for (let term = stack.pop(); term !== undefined; term = stack.pop()) {
    if (seen.has(term)) continue;
    seen.add(term);
    stack.push(...term.args);
    if (term.op !== "constant" || term.width < 8) continue;
    const value = BigInt.asIntN(term.width, term.value);
    const size = value < 0n ? -value : value;
    if (size > depth && size < MAX_DEPTH) depth = size;
  }
  return depth;
}
