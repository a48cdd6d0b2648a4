/**
 * The numbers of tasks of all categories, and the combination of scores by them. Meta categories
 * are normalised by the number of tasks, so that a category with many tasks does not outweigh the
 * others (competition rules, section Meta Categories; checked against the worked example there).
 */
import type {
  BaseCategory,
  Category,
  Edition,
  ExpectedVerdict,
  MetaCategory,
} from "../../ground/model/index.ts";
import { invariant } from "../../ground/util/errors.ts";
import { Rational } from "../../ground/util/rational.ts";
import type { CategoryTree } from "./category-tree.ts";
import { exactRational } from "./exact-sum.ts";
import type { View } from "./view.ts";

/** A task as a member of a base category. */
export interface CategoryTask {
  /** Identity of the task, see `taskId`. */
  readonly task: string;
  /** Tasks without one do not count. */
  readonly expectedVerdict?: ExpectedVerdict;
  /** Taken out after the freeze. */
  readonly isVoid?: boolean;
  /** The reason, where it is recorded. */
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
  readonly #counts = new Table<TaskCounts>();
  readonly #children = new Table<readonly WeightedChild[]>();

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
    return this.#counts.of(category, view, () =>
      category.kind === "base"
        ? this.#baseCounts(category)
        : sumCounts(this.#realChildren(category, view).map((child) => this.counts(child, view))),
    );
  }

  /** Without demonstrations, excluded properties, the validation track and empty categories. */
  countingChildren(category: MetaCategory, view: View): readonly Category[] {
    return this.#weightedChildren(category, view).map(({ child }) => child);
  }

  /** score(meta) = Σ factor · score(child). */
  combine(category: MetaCategory, view: View, scoreOf: (child: Category) => Rational): Rational {
    return Rational.sum(
      this.#weightedChildren(category, view).map(({ child, factor }) =>
        scoreOf(child).times(factor),
      ),
    );
  }

  /**
   * The counting children, each with the weight of its points in the parent: (Σ nᵢ)/k / n over the
   * k of them; 1 where the edition adds plainly.
   */
  #weightedChildren(parent: MetaCategory, view: View): readonly WeightedChild[] {
    return this.#children.of(parent, view, () => {
      const sizeOf = (each: Category): number => this.counts(each, view).normalisation;
      const children = this.#realChildren(parent, view).filter((child) => sizeOf(child) > 0);
      const size = children.reduce((sum, each) => sum + sizeOf(each), 0);
      const isPlain = this.#edition.meta.score === "plain-sum";
      return children.map((child) => ({
        child,
        factor: isPlain ? Rational.of(1) : Rational.of(size, children.length * sizeOf(child)),
      }));
    });
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
   * Weight of a point of each base category in a category: score(category) = Σ weight · score(base)
   * over all base categories that count.
   */
  weights(category: Category, view: View): ReadonlyMap<string, Rational> {
    const weights = new Map<string, Rational>();
    const visit = (current: Category, weight: Rational): void => {
      if (current.kind === "base") {
        weights.set(current.name, (weights.get(current.name) ?? Rational.zero).plus(weight));
        return;
      }
      for (const { child, factor } of this.#weightedChildren(current, view)) {
        visit(child, weight.times(factor));
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
    const { known, valid, expectedTrue } = listCounts(tasks);
    return {
      valid,
      expectedTrue,
      expectedFalse: valid - expectedTrue,
      void: known - valid,
      normalisation: this.#edition.meta.countVoidTasks ? known : valid,
    };
  }
}

interface WeightedChild {
  readonly child: Category;
  readonly factor: Rational;
}

/** Computed values for categories in views, which are needed for every tool. */
class Table<Value> {
  readonly #byView = new Map<string, Map<Category, Value>>();

  of(category: Category, view: View, compute: () => Value): Value {
    let values = this.#byView.get(view.key);
    if (values === undefined) {
      values = new Map();
      this.#byView.set(view.key, values);
    }
    let value = values.get(category);
    if (value === undefined) {
      value = compute();
      values.set(category, value);
    }
    return value;
  }
}

interface ListCounts {
  /** Tasks with an expected verdict. */
  readonly known: number;
  /** Those of them that are not void. */
  readonly valid: number;
  readonly expectedTrue: number;
}

/** Counts are cached, because the same lists are used for every change of the rules. */
const counted = new WeakMap<readonly CategoryTask[], ListCounts>();

function listCounts(tasks: readonly CategoryTask[]): ListCounts {
  let counts = counted.get(tasks);
  if (counts === undefined) {
    const known = tasks.filter(({ expectedVerdict }) => expectedVerdict !== undefined);
    const valid = known.filter(({ isVoid }) => isVoid !== true);
    const expectedTrue = valid.filter(({ expectedVerdict }) => expectedVerdict?.kind === "true");
    counts = { known: known.length, valid: valid.length, expectedTrue: expectedTrue.length };
    counted.set(tasks, counts);
  }
  return counts;
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
