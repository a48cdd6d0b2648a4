/**
 * Scores of all tools in all categories of the verification track. Base categories are sums, meta
 * categories combine them by their sizes. Exact
 * arithmetic: rounding is left to display.
 */

import {
  type BaseCategory,
  type Category,
  type Edition,
  isUnranked,
  type MetaCategory,
  type Participation,
  type Tool,
} from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { Rational } from "../../ground/util/rational.ts";
import { CategorySizes, type CategoryTask, type TaskCounts } from "./category-sizes.ts";
import { CategoryTree } from "./category-tree.ts";
import { rankScores, type ToolScore } from "./ranking.ts";
import { type Answers, type JudgedRun, TallyBuilder } from "./tally.ts";
import { type View, viewOf } from "./view.ts";

export interface StandingsInput {
  readonly edition: Edition;
  /** In table order. */
  readonly categories: readonly Category[];
  /** In table order. */
  readonly tools: readonly Tool[];
  /** A tool without an entry takes part in every category. */
  readonly participations: readonly Participation[];
  /** Tasks by name of the base category. */
  readonly tasks: ReadonlyMap<string, readonly CategoryTask[]>;
  /** At most one per (tool, category, task). */
  readonly runs: Iterable<JudgedRun>;
}

/** The same with the runs already added up. */
export interface TalliesInput extends Omit<StandingsInput, "runs"> {
  /** Undefined: the tool has no runs in the base category. */
  readonly tallyOf: (tool: string, category: string, answers: Answers) => TallyBuilder | undefined;
}

export interface CategoryStanding {
  readonly category: Category;
  readonly tasks: TaskCounts;
  readonly maxScore: Rational;
  /** Children of Overall and the overall categories themselves have medals. */
  readonly hasMedals: boolean;
  /** One per tool, in the order of the tools. */
  readonly scores: readonly ToolScore[];
}

/** The value of a category for one tool, before listing, opt-out and rank. */
interface Value {
  readonly hasResults: boolean;
  readonly score: Rational;
  readonly cutTotal?: number;
  readonly tally: TallyBuilder;
}

const NOTHING: Value = { hasResults: false, score: Rational.zero, tally: new TallyBuilder() };

/**
 * Scores and ranks of all tools in all categories, in the order of the
 * categories and without those of the validation track; pure.
 */
export function computeStandings({ runs, ...input }: StandingsInput): readonly CategoryStanding[] {
  return computeStandingsOfTallies({ ...input, tallyOf: talliesOf(runs) });
}

/** As {@link computeStandings}, from sums. */
export function computeStandingsOfTallies(input: TalliesInput): readonly CategoryStanding[] {
  return new Standings(input).compute();
}

/**
 * Weight of a point of each base category in the category `name`: the factors of the normalisation,
 * e.g. for normalised quantile functions.
 */
export function categoryWeights(
  input: Pick<StandingsInput, "edition" | "categories" | "tasks">,
  name: string,
): ReadonlyMap<string, Rational> {
  const tree = new CategoryTree(input.categories);
  const category = tree.find(name);
  return new CategorySizes(input.edition, tree, input.tasks).weights(category, viewOf(category));
}

function talliesOf(runs: Iterable<JudgedRun>): TalliesInput["tallyOf"] {
  /** By tool, then by base category. */
  const lists = new Map<string, Map<string, JudgedRun[]>>();
  for (const run of runs) {
    let byCategory = lists.get(run.tool);
    if (byCategory === undefined) {
      byCategory = new Map();
      lists.set(run.tool, byCategory);
    }
    const list = byCategory.get(run.category);
    if (list === undefined) byCategory.set(run.category, [run]);
    else list.push(run);
  }
  return (tool, category, answers) => {
    const list = lists.get(tool)?.get(category);
    if (list === undefined) return undefined;
    const tally = new TallyBuilder();
    for (const run of list) tally.add(run, answers);
    return tally;
  };
}

class Standings {
  readonly #input: TalliesInput;
  readonly #tree: CategoryTree;
  readonly #sizes: CategorySizes;
  readonly #participations: ReadonlyMap<string, Participation>;
  readonly #values = new Map<string, Value>();

  constructor(input: TalliesInput) {
    this.#input = input;
    this.#tree = new CategoryTree(input.categories);
    this.#sizes = new CategorySizes(input.edition, this.#tree, input.tasks);
    this.#participations = new Map(input.participations.map((entry) => [entry.tool, entry]));
  }

  compute(): readonly CategoryStanding[] {
    const unranked = new Set(this.#input.tools.filter(isUnranked).map(({ id }) => id));
    return this.#input.categories
      .filter(({ validationOnly }) => validationOnly !== true)
      .map((category) => {
        const view = viewOf(category);
        const scores = this.#input.tools.map((tool) => this.#toolScore(tool, category, view));
        return {
          category,
          tasks: this.#sizes.counts(category, view),
          maxScore: this.#sizes.maxScore(category, view),
          hasMedals: this.#tree.hasMedals(category),
          scores: rankScores(scores, unranked),
        };
      });
  }

  #toolScore(tool: Tool, category: Category, view: View): ToolScore {
    const { hasResults, score, cutTotal, tally } = this.#value(tool.id, category, view);
    return {
      tool: tool.id,
      state: this.#state(tool.id, category, hasResults),
      score,
      tally: tally.build(),
      ...defined({ cutTotal }),
    };
  }

  #state(tool: string, category: Category, hasResults: boolean): ToolScore["state"] {
    const participation = this.#participations.get(tool);
    if (participation !== undefined) {
      if (participation.optOut.includes(category.name)) return "opted-out";
      const isListed = participation.categories.some((name) => this.#tree.covers(name, category));
      if (!isListed) return "not-listed";
    }
    return hasResults ? "scored" : "incomplete";
  }

  #value(tool: string, category: Category, view: View): Value {
    const key = `${tool}\n${category.name}\n${view.key}`;
    let value = this.#values.get(key);
    if (value === undefined) {
      value =
        category.kind === "base"
          ? this.#baseValue(tool, category, view)
          : this.#metaValue(tool, category, view);
      this.#values.set(key, value);
    }
    return value;
  }

  #baseValue(tool: string, category: BaseCategory, view: View): Value {
    const known = this.#input.tallyOf(tool, category.name, view.answers);
    const tally = known ?? new TallyBuilder();
    const total = tally.points;
    const isCut = this.#input.edition.meta.negativeTotals === "zero" && total.numerator < 0n;
    return {
      hasResults: known !== undefined,
      score: isCut ? Rational.zero : total,
      tally,
      ...(isCut ? { cutTotal: total.toNumber() } : {}),
    };
  }

  #metaValue(tool: string, category: MetaCategory, view: View): Value {
    const children = this.#sizes.countingChildren(category, view);
    const values = new Map(children.map((child) => [child, this.#childValue(tool, child, view)]));
    const withResults = [...values.values()].filter(({ hasResults }) => hasResults);
    const needsAll = this.#input.edition.meta.missingChildren === "no-score";
    if (withResults.length === 0 || (needsAll && withResults.length < children.length)) {
      return NOTHING;
    }
    const tally = new TallyBuilder();
    for (const value of withResults) tally.addTally(value.tally);
    const score = this.#sizes.combine(
      category,
      view,
      (child) => (values.get(child) ?? NOTHING).score,
    );
    return { hasResults: true, score, tally };
  }

  /** Results count although the tool opted out of the child, except where opting out means 0 points. */
  #childValue(tool: string, child: Category, view: View): Value {
    const isZero =
      this.#input.edition.meta.missingChildren === "zero" &&
      this.#participations.get(tool)?.optOut.includes(child.name) === true;
    return isZero ? NOTHING : this.#value(tool, child, view);
  }
}
