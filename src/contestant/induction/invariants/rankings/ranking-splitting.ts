/**
 * Ranking functions of loops that go through phases: a condition that an iteration never ends splits the iterations
 * into those where it holds and those where it does not, each with its own ranking function (case splits as in
 * Ben-Amram, Genaim: "On multiphase-linear ranking functions", CAV 2017). The whole is one lexicographic order with
 * C's conditional operator: `(p ? 0 : 1)`, then `(p ? f : g)`.
 */

import { composedText, type RankingText } from "../../../analysis-core/index.ts";
import type { Term } from "../../../smt/index.ts";
import type { State } from "../../../symbolic/index.ts";
import {
  type Component,
  type Predicate,
  type RankingContext,
  type RankingFunction,
  type Step,
  wideOf,
} from "./ranking-function.ts";

/** Depth of nested splits. */
const MAX_DEPTH = 2;

/**
 * A ranking function by cases. The caller has to prove that it decreases in every step.
 * @param search - finds a ranking function without cases
 */
export function splitRanking(
  context: RankingContext,
  predicates: readonly Predicate[],
  steps: readonly Step[],
  search: (steps: readonly Step[]) => RankingFunction | undefined,
): RankingFunction | undefined {
  return new Splitting(context, predicates, search).split(steps, MAX_DEPTH);
}

class Splitting {
  readonly #context: RankingContext;
  readonly #predicates: readonly Predicate[];
  readonly #search: (steps: readonly Step[]) => RankingFunction | undefined;

  constructor(
    context: RankingContext,
    predicates: readonly Predicate[],
    search: (steps: readonly Step[]) => RankingFunction | undefined,
  ) {
    this.#context = context;
    this.#predicates = predicates.flatMap((predicate) => [predicate, this.#negated(predicate)]);
    this.#search = search;
  }

  /** Undefined when no ranking function is found for some case. */
  split(steps: readonly Step[], depth: number): RankingFunction | undefined {
    if (depth === 0) return undefined;
    for (const predicate of this.#lasting(steps)) {
      const inside = this.#restricted(steps, predicate);
      const rankingInside = this.#rankingOf(inside, 0);
      if (rankingInside === undefined) continue;
      const outside = this.#restricted(steps, this.#negated(predicate));
      const rankingOutside = this.#rankingOf(outside, depth - 1);
      if (rankingOutside === undefined) continue;
      return byCases(this.#context, predicate, rankingInside, rankingOutside, steps[0]?.before);
    }
    return undefined;
  }

  #rankingOf(steps: readonly Step[], depth: number): RankingFunction | undefined {
    if (steps.length === 0) return [];
    return this.#search(steps) ?? this.split(steps, depth);
  }

  /** The conditions that no step ends, where some steps begin with them and some without. */
  #lasting(steps: readonly Step[]): readonly Predicate[] {
    const { manager, proveAll } = this.#context;
    const defined = this.#predicates.filter((predicate) =>
      steps.every(
        ({ before, after }) =>
          predicate.at(before) !== undefined && predicate.at(after) !== undefined,
      ),
    );
    const allOf = (
      some: readonly Predicate[],
      goal: (before: Term, after: Term) => Term,
    ): ReadonlySet<Predicate> => {
      let left = some;
      for (const { path, before, after } of steps) {
        const goals = left.map((one) => goal(one.at(before) as Term, one.at(after) as Term));
        const holds = proveAll(path, goals);
        left = left.filter((_, index) => holds[index]);
      }
      return new Set(left);
    };
    const lasting = allOf(defined, (before, after) => manager.implies(before, after));
    const always = allOf([...lasting], (before) => before);
    const never = allOf([...lasting], (before) => manager.not(before));
    return [...lasting].filter((one) => !always.has(one) && !never.has(one));
  }

  /** The steps that begin and end where it holds. */
  #restricted(steps: readonly Step[], predicate: Predicate): readonly Step[] {
    const { manager, proveAll } = this.#context;
    return steps.flatMap((step): readonly Step[] => {
      const [before, after] = [predicate.at(step.before), predicate.at(step.after)];
      if (before === undefined || after === undefined) return [step];
      const path = manager.and(step.path, before, after);
      return proveAll(path, [manager.not(path)])[0] === true ? [] : [{ ...step, path }];
    });
  }

  #negated({ at, text }: Predicate): Predicate {
    const { manager } = this.#context;
    return {
      at: (state) => {
        const condition = at(state);
        return condition && manager.not(condition);
      },
      text: text && composedText(`!(${text.text})`, text),
    };
  }
}

/** First the cases themselves, then the ranking function of the case. */
function byCases(
  context: RankingContext,
  predicate: Predicate,
  inside: RankingFunction,
  outside: RankingFunction,
  state: State | undefined,
): RankingFunction | undefined {
  if (state === undefined) return undefined;
  const widths = [...inside, ...outside].map((component) => component.read(state)?.width ?? 0);
  const width = Math.max(2, ...widths) + MARGIN;
  const [zero, one] = [0n, 1n].map((value) => constantPart(context, value, width)) as [Part, Part];
  const pairs: (readonly [Part, Part])[] = [[zero, one]];
  for (let index = 0; index < Math.max(inside.length, outside.length); index++) {
    const [a, b] = [inside[index], outside[index]].map((component) =>
      component === undefined ? zero : normalized(context, component, state, width),
    );
    if (a === undefined || b === undefined) return undefined;
    pairs.push([a, b]);
  }
  return pairs.map(([a, b]) => conditional(context, predicate, a, b));
}

/** A decreasing value; where limits are needed, not below zero. */
interface Part {
  read(state: State): Term | undefined;
  readonly text: RankingText | undefined;
}

function constantPart({ manager }: RankingContext, value: bigint, width: number): Part {
  return {
    read: () => manager.constant(width, value),
    text: { text: `${value}`, objects: [] },
  };
}

function conditional(
  { manager, kind }: RankingContext,
  predicate: Predicate,
  a: Part,
  b: Part,
): Component {
  return {
    read: (state) => {
      const [condition, x, y] = [predicate.at(state), a.read(state), b.read(state)];
      if (condition === undefined || x === undefined || y === undefined) return undefined;
      return manager.ite(condition, x, y);
    },
    isSigned: true,
    isFinite: false,
    grows: false,
    expression: conditionalText(predicate.text, a.text, b.text),
    ...(kind === "bounds" ? { limit: 0n } : {}),
  };
}

function conditionalText(
  condition: RankingText | undefined,
  a: RankingText | undefined,
  b: RankingText | undefined,
): RankingText | undefined {
  if (condition === undefined || a === undefined || b === undefined) return undefined;
  return composedText(`((${condition.text}) ? ${a.text} : ${b.text})`, condition, a, b);
}

/** Bits that all parts are wider than the widest one, for the subtraction of a limit. */
const MARGIN = 4;

/** The distance to the limit; where no limit is needed, the value or its negation. */
function normalized(
  context: RankingContext,
  component: Component,
  state: State,
  width: number,
): Part | undefined {
  const { manager, kind } = context;
  const value = component.read(state);
  if (value === undefined) return undefined;
  const limit = kind === "values" ? 0n : (component.limit ?? limitOfType(component, value.width));
  if (limit === undefined) return undefined;
  const shift = manager.constant(width, BigInt.asUintN(width, limit));
  return {
    read: (at) => {
      const wide = wideOf(context, component.read(at), component.isSigned, width);
      if (wide === undefined) return undefined;
      return component.grows ? manager.sub(shift, wide) : manager.sub(wide, shift);
    },
    text: distanceText(component, value.width, limit),
  };
}

/** The end of a type with wrap-around towards which the component moves. */
function limitOfType(component: Component, width: number): bigint | undefined {
  const { isSigned, grows } = component;
  if (!component.isFinite) return undefined;
  if (isSigned) {
    const half = 1n << BigInt(Math.min(width, SHORT_SUM) - 1);
    return grows ? half - 1n : -half;
  }
  return grows ? (1n << BigInt(width)) - 1n : 0n;
}

/** Bits of a sum of two numbers that are shorter than `int`. */
const SHORT_SUM = 34;

function distanceText(
  { expression, grows }: Component,
  width: number,
  limit: bigint,
): RankingText | undefined {
  if (expression === undefined) return undefined;
  const { text } = expression;
  const isWide = text.includes("__int128") || width === 64;
  const type = isWide ? "__int128" : "long long";
  if (isWide && BigInt.asIntN(64, limit) !== limit) return undefined;
  const value = `(${type})(${text})`;
  const result = grows ? `${limit} - ${value}` : limit === 0n ? value : `${value} - (${limit})`;
  return composedText(`(${result})`, expression);
}
