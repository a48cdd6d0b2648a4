/**
 * Lexicographic ranking functions over the scalars that a loop changes, synthesised and proved in one go where one
 * iteration from an arbitrary state is available as terms. Candidates are guessed from templates; all that no
 * iteration raises form a level, and iterations that leave all of them equal go to the next one (Bradley, Manna,
 * Sipma: "Linear ranking with reachability", CAV 2005; Alias, Darte, Feautrier, Gonnord, SAS 2010: the greedy
 * choice is complete for a set of candidates). Everything is decided on bits.
 */

import { defined } from "../../../../ground/util/defined.ts";
import type { Expression } from "../../../cfa/index.ts";
import type { Term } from "../../../smt/index.ts";
import type { MemoryCell, State } from "../../../symbolic/index.ts";
import { Pointer, type Value } from "../../../symbolic/index.ts";
import type { Templates } from "../scalars/loop-invariants.ts";
import { extremaOf } from "./ranking-extrema.ts";
import type { Component, RankingContext, RankingFunction, Step } from "./ranking-function.ts";
import { atMost, descends, isWithinLimit } from "./ranking-order.ts";
import { positionIn } from "./ranking-positions.ts";
import { splitRanking } from "./ranking-splitting.ts";
import { synthesisedRanking } from "./ranking-synthesis.ts";
import { loopCandidates, loopPredicates, loopScalars } from "./ranking-templates.ts";

const MAX_LEVELS = 5;
/** Number of components whose limits are determined together. */
const AT_A_TIME = 8;
const MAX_CONSTANTS = 16;
/** Larger limits are hardly stronger than the type. */
const MAX_LIMIT = 1n << 30n;

/** A component of a claimed ranking function, as an expression over the variables visible at the loop. */
export interface ClaimedPart {
  readonly expression: Expression;
  readonly grows: boolean;
  readonly limit?: bigint;
}

/** The components with the values of their expressions in a state; undefined where one is not an integer. */
export function claimedRanking(
  parts: readonly ClaimedPart[],
  evaluate: (expression: Expression, state: State) => Value,
): RankingFunction | undefined {
  const components = parts.flatMap(({ expression, grows, limit }): Component[] => {
    const { type } = expression;
    if (type.kind === "pointer") {
      const read = positionIn((state) => evaluate(expression, state));
      const isOrder = limit === undefined;
      return [{ read, isSigned: false, isFinite: isOrder, grows, expression: undefined }];
    }
    if (type.kind !== "int") return [];
    return [
      {
        read: (state) => {
          const value = evaluate(expression, state);
          return value instanceof Pointer ? undefined : value;
        },
        isSigned: type.signed,
        isFinite: !type.signed,
        grows,
        expression: undefined,
        ...defined({ limit }),
      },
    ];
  });
  return components.length === parts.length ? components : undefined;
}

/** Whether a claimed ranking function decreases in a step, within its limits. */
export function provesRanking(
  context: RankingContext,
  ranking: RankingFunction,
  step: Step,
): boolean {
  const { manager, kind, proveAll } = context;
  if (kind === "bounds" && ranking.some((part) => part.limit === undefined && !part.isFinite))
    return false;
  const goal = descends(manager, ranking, step.before, step.after, true);
  return proveAll(step.path, [goal])[0] === true;
}

/**
 * @param templates - with `few` no ranking functions by cases are tried, which takes much longer; `cases`: only
 *   these, after `few`
 * @returns undefined when none is found
 */
export function findRanking(
  context: RankingContext,
  cells: readonly MemoryCell[],
  others: readonly MemoryCell[],
  head: State,
  back: State,
  templates: Templates,
): RankingFunction | undefined {
  const step = { path: back.path.term, before: head, after: back };
  const candidates = loopCandidates(context, cells, others, head, back);
  const found = descendingRanking(context, candidates, [step]);
  if (found !== undefined) return found;
  if (templates !== "cases") {
    const scalars = loopScalars(context, cells, others, head, back);
    const synthesised = synthesisedRanking(context, scalars, [step]);
    if (synthesised !== undefined) return synthesised;
  }
  if (templates === "few") return undefined;
  // Without limits a sum is hardly stronger than its parts.
  const most = context.kind === "bounds" ? "sum" : undefined;
  const simple = candidates.filter(({ tier }) => tier === undefined || tier === most);
  const predicates = loopPredicates(context, cells, others, head, back);
  const split = splitRanking(context, predicates, [step], (steps) =>
    descendingRanking(context, simple, steps),
  );
  return split !== undefined && provesRanking(context, split, step) ? split : undefined;
}

/** A ranking function from the candidates that decreases in every step; undefined when there is none. */
export function descendingRanking(
  context: RankingContext,
  candidates: readonly Component[],
  steps: readonly Step[],
): RankingFunction | undefined {
  const search = new RankingSearch(context, steps);
  const simple = candidates.filter(({ tier }) => tier === undefined);
  const sums = candidates.filter(({ tier }) => tier === "sum");
  const maxima = candidates.filter(({ tier }) => tier === "maximum");
  return (
    search.run(simple) ??
    (sums.length > 0 ? search.run([...simple, ...search.limited(sums)]) : undefined) ??
    search.run(search.extrema([...simple, ...sums.filter((sum) => sum.isDistance)])) ??
    (maxima.length > 0 ? search.run([...simple, ...search.limited(maxima)]) : undefined)
  );
}

class RankingSearch {
  readonly #context: RankingContext;
  readonly #steps: readonly Step[];

  constructor(context: RankingContext, steps: readonly Step[]) {
    this.#context = context;
    this.#steps = steps;
  }

  run(all: readonly Component[]): RankingFunction | undefined {
    const { manager } = this.#context;
    let rest = this.#steps;
    const chosen: Component[] = [];
    let open = all;
    for (let level = 0; level < MAX_LEVELS && open.length > 0; level++) {
      const kept = this.#limited(
        this.#those(rest, open, (component, step) => atMost(manager, component, step)),
        rest,
      );
      if (kept.length === 0) return undefined;
      const [strict] = this.#those(rest, kept, (component, step) =>
        descends(manager, [component], step.before, step.after),
      );
      if (strict !== undefined) return this.#pruned([...chosen, strict]);
      chosen.push(...kept);
      const left = rest.flatMap((step) => {
        const some = manager.or(
          ...kept.map((component) => descends(manager, [component], step.before, step.after)),
        );
        if (this.#context.proveAll(step.path, [some])[0] === true) return [];
        return { ...step, path: manager.and(step.path, manager.not(some)) };
      });
      if (left.length === 0) return this.#pruned(chosen);
      rest = left;
      const taken = new Set(kept.map(({ read }) => read));
      open = open.filter(({ read }) => !taken.has(read));
    }
    return undefined;
  }

  /**
   * The candidates whose goal holds in every step; the goal of all together is tried first, because it is shorter.
   */
  #those(
    steps: readonly Step[],
    some: readonly Component[],
    goal: (component: Component, step: Step) => Term,
  ): readonly Component[] {
    const { manager, proveAll } = this.#context;
    let left = some;
    for (const step of steps) {
      const ofParts = proveAll(
        step.path,
        left.map(({ parts }) =>
          parts === undefined ? manager.false : manager.and(...parts.map((one) => goal(one, step))),
        ),
      );
      const holds = proveAll(
        step.path,
        left.map((component, index) =>
          ofParts[index] === true ? manager.true : goal(component, step),
        ),
      );
      left = left.filter((_, index) => holds[index]);
    }
    return left;
  }

  /**
   * The candidates that are well-founded in all steps: few are, and this is decided faster than that they decrease.
   */
  limited(some: readonly Component[]): readonly Component[] {
    return this.#limited(some, this.#steps);
  }

  /** The maxima of candidates that decrease without a limit, if these have one: zero, which conditions mention. */
  extrema(some: readonly Component[]): readonly Component[] {
    const { manager, kind, proveAll } = this.#context;
    const [first] = this.#steps;
    if (kind === "values" || first === undefined) return [];
    const falling = this.#those(this.#steps, some, (component, { before, after }) =>
      descends(manager, [component], before, after),
    );
    let limited = extremaOf(this.#context, falling, first.before);
    for (const { path, before } of this.#steps) {
      const holds = proveAll(
        path,
        limited.map((one) => isWithinLimit(manager, { ...one, limit: 0n }, before)),
      );
      limited = limited.filter((_, index) => holds[index]);
    }
    return limited;
  }

  /** The well-founded candidates, with their limits. */
  #limited(some: readonly Component[], steps: readonly Step[]): readonly Component[] {
    if (this.#context.kind === "values") return some;
    const found: Component[] = [];
    for (let first = 0; first < some.length; first += AT_A_TIME) {
      const batch = some.slice(first, first + AT_A_TIME);
      const limits = this.#limitsOf(
        batch.filter((component) => !component.isFinite),
        steps,
      );
      for (const component of batch) {
        const limit = limits.get(component);
        if (component.isFinite) found.push(component);
        else if (limit !== undefined) found.push({ ...component, limit });
      }
    }
    return found;
  }

  /** A limit of each component that has one in all steps. */
  #limitsOf(some: readonly Component[], steps: readonly Step[]): ReadonlyMap<Component, bigint> {
    const { manager, constants, proveAll } = this.#context;
    const limits = limitsOf(constants);
    let left = some.flatMap((component) =>
      limits.map((limit) => ({ ...component, limit, component })),
    );
    for (const { path, before } of steps) {
      const holds = proveAll(
        path,
        left.map((part) => isWithinLimit(manager, part, before)),
      );
      left = left.filter((_, index) => holds[index]);
    }
    return new Map(left.toReversed().map(({ component, limit }) => [component, limit]));
  }

  /** Without components that the others do not need. */
  #pruned(ranking: RankingFunction): RankingFunction {
    const { manager, proveAll } = this.#context;
    let needed = ranking;
    for (const component of ranking.slice(0, -1)) {
      const fewer = needed.filter((other) => other !== component);
      const suffices = this.#steps.every(
        ({ path, before, after }) =>
          proveAll(path, [descends(manager, fewer, before, after)])[0] === true,
      );
      if (suffices) needed = fewer;
    }
    return needed;
  }
}

function limitsOf(constants: readonly bigint[]): readonly bigint[] {
  const named = constants
    .filter((constant) => constant < MAX_LIMIT && constant > -MAX_LIMIT)
    .slice(0, MAX_CONSTANTS);
  return [...new Set([0n, ...named.flatMap((constant) => [constant, -constant])])];
}
