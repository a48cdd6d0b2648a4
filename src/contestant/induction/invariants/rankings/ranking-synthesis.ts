/**
 * Linear ranking functions beyond the templates, lexicographic where one component does not suffice. Iterations
 * found by the solver are the constraints of a linear program, whose solution raises none of them and lowers as
 * many as possible; an iteration that refutes it is the next constraint (Gonnord, Monniaux, Radanne: "Synthesis of
 * ranking functions using extremal counterexamples", PLDI 2015). The result is proved on bits.
 */

import { integers, rounded } from "../../../../ground/util/integer-proportions.ts";
import { type LinearConstraint, maximize } from "../../../../ground/util/linear-program.ts";
import { composedText, type RankingText } from "../../../analysis-core/index.ts";
import type { Term } from "../../../smt/index.ts";
import type { State } from "../../../symbolic/index.ts";
import {
  type Addend,
  type Component,
  type RankingContext,
  type RankingFunction,
  type Scalar,
  type Step,
  wideOf,
} from "./ranking-function.ts";
import { atMost, descends, isWithinLimit, sumOf } from "./ranking-order.ts";

/** With more scalars than this the synthesis is not tried. */
const MAX_SCALARS = 8;
const MAX_LEVELS = 4;
/** Number of iterations that refute candidates for one component. */
const MAX_REFUTATIONS = 16;
/** Number of different changes of the scalars by an iteration, as long as all are known. */
const MAX_CHANGES = 8;
/** Larger coefficients are artefacts of the examples. */
const MAX_COEFFICIENT = 1n << 10n;
/** Larger constants of the program are not limits but masks. */
const MAX_DEPTH = 1n << 20n;
/** Enough for sums of products of such coefficients with numbers of 32 bits, and of 64. */
const NARROW = 48;
const WIDE = 80;

/** @returns undefined when no linear ranking function fits, or the search reaches its bounds */
export function synthesisedRanking(
  context: RankingContext,
  scalars: readonly Scalar[],
  steps: readonly Step[],
): RankingFunction | undefined {
  const usable = scalars.filter(({ read }) =>
    steps.every(({ before, after }) => read(before) !== undefined && read(after) !== undefined),
  );
  if (usable.length === 0 || usable.length > MAX_SCALARS) return undefined;
  return new Synthesis(context, usable).run(steps);
}

/** An iteration: the values of the scalars at its start and at its end. */
interface Example {
  readonly before: readonly bigint[];
  readonly after: readonly bigint[];
}

/** The coefficients of a sum of products. */
type LinearForm = readonly bigint[];

class Synthesis {
  readonly #context: RankingContext;
  readonly #scalars: readonly Scalar[];
  /** Greatest distance of a limit below zero, per unit of the coefficients. */
  readonly #depth: bigint;
  /** Iterations that no component so far lowers. */
  #examples: Example[] = [];

  constructor(context: RankingContext, scalars: readonly Scalar[]) {
    this.#context = context;
    this.#scalars = scalars;
    this.#depth = context.constants
      .map((constant) => (constant < 0n ? -constant : constant))
      .reduce((most, size) => (size > most && size < MAX_DEPTH ? size : most), 1n);
  }

  run(all: readonly Step[]): RankingFunction | undefined {
    const { manager } = this.#context;
    const areChanges = this.#collectChanges(all);
    if (areChanges === undefined) return undefined;
    const ranking: Component[] = [];
    let steps = all;
    while (ranking.length < MAX_LEVELS) {
      const next = this.#refutation(steps, () => manager.false);
      if (typeof next === "string") return next === "none" ? ranking : undefined;
      this.#examples.push(next);
      const component = this.#proved(steps, areChanges);
      if (component === undefined) return undefined;
      ranking.push(component);
      steps = steps.map((step) => {
        const { path, before, after } = step;
        const rests = areChanges
          ? this.#isOneOfTheChanges(step)
          : manager.not(descends(manager, [component], before, after));
        return { before, after, path: manager.and(path, rests) };
      });
    }
    return undefined;
  }

  /**
   * Collects iterations that change the scalars in different ways.
   * @returns whether every iteration changes them like one of these; undefined when this is not known
   */
  #collectChanges(steps: readonly Step[]): boolean | undefined {
    for (let count = 0; count < MAX_CHANGES; count++) {
      const other = this.#refutation(steps, (step) => this.#isOneOfTheChanges(step));
      if (other === "unknown") return undefined;
      if (other === "none") return true;
      this.#examples.push(other);
    }
    return false;
  }

  /**
   * Whether a step adds the same to every scalar as one of the examples: sums of few bits, which are easily
   * compared.
   */
  #isOneOfTheChanges({ before, after }: Step): Term {
    const { manager } = this.#context;
    const cases = this.#examples.map((example) =>
      manager.and(
        ...this.#scalars.map(({ read, isSigned, bits }, index) => {
          const width = bits + 2;
          const [x, y] = [before, after].map((state) =>
            wideOf(this.#context, read(state), isSigned, width),
          ) as [Term, Term];
          const change = (example.after[index] as bigint) - (example.before[index] as bigint);
          const by = manager.constant(width, BigInt.asUintN(width, change));
          return manager.eq(y, manager.add(x, by));
        }),
      ),
    );
    return manager.or(...cases);
  }

  /**
   * A component that no step raises and that lowers some example.
   * @param areChanges - whether every step changes it like some example
   */
  #proved(steps: readonly Step[], areChanges: boolean): Component | undefined {
    const { manager, kind } = this.#context;
    for (let round = 0; round < MAX_REFUTATIONS; round++) {
      const form = this.#candidate();
      if (form === undefined) return undefined;
      // Zero is easily proved where a condition of the program states it.
      const depths = kind === "bounds" ? [0n, this.#depth * sizeOf(form)] : [0n];
      let refuted: Example | "none" | "unknown" = "none";
      for (const depth of depths) {
        const component = this.#component(form, depth);
        refuted = this.#refutation(steps, ({ before }) =>
          isWithinLimit(manager, component, before),
        );
        if (refuted === "none" && !areChanges)
          refuted = this.#refutation(steps, (step) => atMost(manager, component, step));
        if (refuted === "none") {
          this.#examples = this.#examples.filter((example) => fallOf(form, example) === 0n);
          return component;
        }
      }
      if (typeof refuted === "string") return undefined;
      this.#examples.push(refuted);
    }
    return undefined;
  }

  /** A step that violates the goal. */
  #refutation(steps: readonly Step[], goal: (step: Step) => Term): Example | "none" | "unknown" {
    for (const step of steps) {
      const valuesOf = (state: State): Term[] =>
        this.#scalars.map(({ read }) => read(state) as Term);
      const terms = [...valuesOf(step.before), ...valuesOf(step.after)];
      const values = this.#context.counterexample(step.path, goal(step), terms);
      if (values === "none") continue;
      if (values === "unknown") return values;
      const count = this.#scalars.length;
      const numbers = values.map((value, index) => this.#numberOf(value, index % count));
      return { before: numbers.slice(0, count), after: numbers.slice(count) };
    }
    return "none";
  }

  #numberOf(value: bigint, index: number): bigint {
    const { isSigned, bits } = this.#scalars[index] as Scalar;
    return isSigned ? BigInt.asIntN(bits, value) : value;
  }

  // -------------------------------------------------------- the linear program

  /**
   * Variables, all non-negative: the coefficients as differences of two, and the amount by which each example is
   * lowered, up to one. The latter has more weight than small coefficients.
   */
  #candidate(): LinearForm | undefined {
    const count = this.#scalars.length;
    const examples = this.#examples;
    const fixed = 2 * count;
    const size = fixed + examples.length;
    const row = (
      entries: readonly (readonly [number, bigint])[],
      atMost: bigint,
    ): LinearConstraint => {
      const coefficients = new Array<bigint>(size).fill(0n);
      for (const [place, value] of entries) coefficients[place] = value;
      return { coefficients, atMost };
    };
    const negated = (factors: readonly bigint[]): (readonly [number, bigint])[] =>
      factors.flatMap((factor, index) => [
        [2 * index, -factor] as const,
        [2 * index + 1, factor] as const,
      ]);
    const deepened = ([place, factor]: readonly [number, bigint]): readonly [number, bigint] => [
      place,
      factor - this.#depth,
    ];
    const constraints = examples.flatMap(({ before, after }, index) => {
      const changes = before.map((value, place) => value - (after[place] as bigint));
      return [
        row([...negated(changes), [fixed + index, 1n]], 0n),
        row([[fixed + index, 1n]], 1n),
        ...(this.#context.kind === "bounds" ? [row(negated(before).map(deepened), 0n)] : []),
      ];
    });
    const objective = Array.from({ length: size }, (_, place) => (place >= fixed ? WEIGHT : -1n));
    const solution = maximize(objective, constraints);
    if (solution === undefined) return undefined;
    // Values at the ends of types lead to fractions that are almost integers.
    const forms = [rounded, integers].map((toIntegers) => {
      const numbers = toIntegers(solution.slice(0, fixed));
      return this.#scalars.map(
        (_, index) => (numbers[2 * index] as bigint) - (numbers[2 * index + 1] as bigint),
      );
    });
    return forms.find((form) => this.#fits(form));
  }

  /** Whether it is small, raises no example, lowers one, and is limited in all. */
  #fits(form: LinearForm): boolean {
    const examples = this.#examples;
    const least = -this.#depth * sizeOf(form);
    return (
      form.every((one) => one <= MAX_COEFFICIENT && -one <= MAX_COEFFICIENT) &&
      examples.every((example) => fallOf(form, example) >= 0n) &&
      examples.some((example) => fallOf(form, example) > 0n) &&
      (this.#context.kind === "values" ||
        examples.every(({ before }) => product(form, before) >= least))
    );
  }

  /** @param depth - greatest distance below zero when it decreases */
  #component(form: LinearForm, depth: bigint): Component {
    const { manager, kind } = this.#context;
    const terms = this.#scalars.flatMap((scalar, index) => {
      const coefficient = form[index] as bigint;
      return coefficient === 0n ? [] : [{ scalar, coefficient }];
    });
    // A growing `i - n` rather than a decreasing `n - i` when it is written so.
    const grows = terms.every(({ coefficient }) => coefficient < 0n);
    const sign = grows ? -1n : 1n;
    const isNarrow = terms.every(({ scalar }) => scalar.bits <= 32);
    const width = isNarrow ? NARROW : WIDE;
    const products = terms.map(({ scalar, coefficient }) => ({
      scalar,
      factor: sign * coefficient,
    }));
    const addends = (state: State): readonly Addend[] | undefined => {
      const found: Addend[] = [];
      for (const { scalar, factor } of products) {
        const value = wideOf(this.#context, scalar.read(state), scalar.isSigned, width);
        if (value === undefined) return undefined;
        found.push({ factor, value });
      }
      return found;
    };
    return {
      read: (state) => {
        const found = addends(state);
        return found && sumOf(manager, found, width);
      },
      addends,
      isSigned: true,
      isFinite: false,
      grows,
      expression: textOf(products, isNarrow ? "long long" : "__int128"),
      ...(kind === "bounds" ? { limit: grows ? depth : -depth } : {}),
    };
  }
}

/** More than any sum of useful coefficients. */
const WEIGHT = 1n << 80n;

/** The sum of the sizes of the coefficients. */
function sizeOf(form: LinearForm): bigint {
  return form.reduce((sum, one) => sum + (one < 0n ? -one : one), 0n);
}

function fallOf(form: LinearForm, { before, after }: Example): bigint {
  return product(form, before) - product(form, after);
}

function product(form: LinearForm, values: readonly bigint[]): bigint {
  return form.reduce((sum, factor, index) => sum + factor * (values[index] as bigint), 0n);
}

function textOf(
  products: readonly { readonly scalar: Scalar; readonly factor: bigint }[],
  type: string,
): RankingText | undefined {
  const parts: RankingText[] = [];
  let text = "";
  for (const { scalar, factor } of products) {
    if (scalar.text === undefined) return undefined;
    parts.push(scalar.text);
    const size = factor < 0n ? -factor : factor;
    const product = `${size === 1n ? "" : `${size} * `}(${type})${scalar.text.text}`;
    const isFirst = text === "";
    const operator = isFirst ? (factor < 0n ? "-" : "") : factor < 0n ? " - " : " + ";
    text += operator + product;
  }
  return composedText(text, ...parts);
}
