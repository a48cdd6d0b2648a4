/**
 * The numbers of tasks of all categories, and how scores combine by them.
 * Meta categories are normalised by the number of tasks, so that a category
 * with many tasks does not outweigh the others (competition rules, section
 * Meta Categories; checked against the worked example there).
 */
import type {
  BaseCategory,
  Category,
  Edition,
  ExpectedVerdict,
  MetaCategory,
} from "../model/index.ts";
import { invariant } from "../util/errors.ts";
import { Rational } from "../util/rational.ts";
import type { CategoryTree } from "./category-tree.ts";
import { exactRational } from "./exact-sum.ts";
import type { View } from "./view.ts";

/** A task as a member of a base category. */
export interface CategoryTask {
  /** Identity of the task, see `taskId`. */
  readonly task: string;
  /** Tasks without one count for nothing. */
  readonly expectedVerdict?: ExpectedVerdict;
  /** Taken out after the freeze. */
  readonly isVoid?: boolean;
  /** Why, where somebody wrote it down. */
  readonly voidReason?: string;
}

/** Numbers of tasks of a category; for a meta category the sums over its children. */
export interface TaskCounts {
  /** Tasks that count: with expected verdict and not void. */
  readonly valid: number;
  readonly expectedTrue: number;
  readonly expectedFalse: number;
  readonly void: number;
  /** n of the normalisation: the valid tasks, in editions before 2025 the void ones too. */
  readonly normalisation: number;
}

export class CategorySizes {
  readonly #edition: Edition;
  readonly #tree: CategoryTree;
  readonly #tasks: ReadonlyMap<string, readonly CategoryTask[]>;
  readonly #counts = new Map<string, TaskCounts>();

  constructor(
    edition: Edition,
    tree: CategoryTree,
    tasks: ReadonlyMap<string, readonly CategoryTask[]>,
  ) {
    this.#edition = edition;
    this.#tree = tree;
    this.#tasks = tasks;
  }

  counts(category: Category, view: View): TaskCounts {
    const key = `${category.name}\n${view.key}`;
    let counts = this.#counts.get(key);
    if (counts === undefined) {
      counts =
        category.kind === "base"
          ? this.#baseCounts(category)
          : sumCounts(this.#realChildren(category, view).map((child) => this.counts(child, view)));
      this.#counts.set(key, counts);
    }
    return counts;
  }

  /** Without demonstrations, excluded properties, the validation track and empty categories. */
  countingChildren(category: MetaCategory, view: View): readonly Category[] {
    return this.#realChildren(category, view).filter(
      (child) => this.counts(child, view).normalisation > 0,
    );
  }

  /** score(meta) = Σ factor · score(child): see {@link CategorySizes.factor}. */
  combine(category: MetaCategory, view: View, scoreOf: (child: Category) => Rational): Rational {
    return Rational.sum(
      this.countingChildren(category, view).map((child) =>
        scoreOf(child).times(this.factor(category, child, view)),
      ),
    );
  }

  /**
   * What a point in a counting child is worth in the parent: (Σ nᵢ)/k / n over
   * its k counting children; 1 where the edition adds plainly.
   */
  factor(parent: MetaCategory, child: Category, view: View): Rational {
    if (this.#edition.meta.score === "plain-sum") return Rational.of(1);
    const children = this.countingChildren(parent, view);
    const sizeOf = (each: Category): number => this.counts(each, view).normalisation;
    const size = children.reduce((sum, each) => sum + sizeOf(each), 0);
    return Rational.of(size, children.length * sizeOf(child));
  }

  maxScore(category: Category, view: View): Rational {
    if (category.kind === "meta") {
      return this.combine(category, view, (child) => this.maxScore(child, view));
    }
    const { expectedTrue, expectedFalse } = this.counts(category, view);
    const { correctTrue, correctFalse } = this.#edition.scoring;
    const isCounted = (answer: "true" | "false"): boolean =>
      view.answers === "all" || view.answers === answer;
    return Rational.sum([
      isCounted("true")
        ? exactRational(correctTrue).times(Rational.of(expectedTrue))
        : Rational.zero,
      isCounted("false")
        ? exactRational(correctFalse).times(Rational.of(expectedFalse))
        : Rational.zero,
    ]);
  }

  /**
   * What a point in each base category is worth in a category: score(category)
   * = Σ weight · score(base) over all base categories that count.
   */
  weights(category: Category, view: View): ReadonlyMap<string, Rational> {
    const weights = new Map<string, Rational>();
    const visit = (current: Category, weight: Rational): void => {
      if (current.kind === "base") {
        weights.set(current.name, (weights.get(current.name) ?? Rational.zero).plus(weight));
        return;
      }
      for (const child of this.countingChildren(current, view)) {
        visit(child, weight.times(this.factor(current, child, view)));
      }
    };
    visit(category, Rational.of(1));
    return weights;
  }

  #realChildren(category: MetaCategory, view: View): readonly Category[] {
    return category.children
      .map((name) => this.#tree.find(name))
      .filter(
        (child) =>
          (child.demonstration !== true || category.demonstration === true) &&
          child.validationOnly !== true &&
          !(child.kind === "base" && view.excludedProperties.has(child.property)),
      );
  }

  #baseCounts({ name }: BaseCategory): TaskCounts {
    const tasks = this.#tasks.get(name);
    invariant(tasks !== undefined, `no list of tasks for the category ${name}`);
    const known = tasks.filter(({ expectedVerdict }) => expectedVerdict !== undefined);
    const valid = known.filter(({ isVoid }) => isVoid !== true);
    const expectedTrue = valid.filter(
      ({ expectedVerdict }) => expectedVerdict?.kind === "true",
    ).length;
    return {
      valid: valid.length,
      expectedTrue,
      expectedFalse: valid.length - expectedTrue,
      void: known.length - valid.length,
      normalisation: this.#edition.meta.countVoidTasks ? known.length : valid.length,
    };
  }
}

function sumCounts(all: readonly TaskCounts[]): TaskCounts {
  const sum = (field: keyof TaskCounts): number =>
    all.reduce((total, counts) => total + counts[field], 0);
  return {
    valid: sum("valid"),
    expectedTrue: sum("expectedTrue"),
    expectedFalse: sum("expectedFalse"),
    void: sum("void"),
    normalisation: sum("normalisation"),
  };
}
