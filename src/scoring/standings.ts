/**
 * Scores of all tools in all categories. Base categories are sums; meta
 * categories are normalised by the number of tasks, so that a category with
 * many tasks does not outweigh the others (competition rules, section Meta
 * Categories; checked against the worked example there). Exact arithmetic:
 * rounding is a matter of display.
 */
import type {
  BaseCategory,
  Category,
  Edition,
  ExpectedVerdict,
  MetaCategory,
  Participation,
  Tool,
} from "../model/index.ts";
import { invariant } from "../util/errors.ts";
import { Rational } from "../util/rational.ts";
import { CategoryTree } from "./category-tree.ts";
import { rankScores, type ToolScore } from "./ranking.ts";
import { addTallies, EMPTY_TALLY, type JudgedRun, type Tally, tallyRuns } from "./tally.ts";

/** A task as a member of a base category. */
export interface CategoryTask {
  /** Identity of the task, see `taskId`. */
  readonly task: string;
  /** Tasks without one count for nothing. */
  readonly expectedVerdict?: ExpectedVerdict;
  /** Taken out after the freeze. */
  readonly isVoid?: boolean;
}

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
  readonly runs: readonly JudgedRun[];
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

export interface CategoryStanding {
  readonly category: Category;
  readonly tasks: TaskCounts;
  readonly maxScore: Rational;
  /** Children of Overall and the overall categories themselves have medals. */
  readonly hasMedals: boolean;
  /** One per tool, in the order of the tools. */
  readonly scores: readonly ToolScore[];
}

type Answers = NonNullable<MetaCategory["answers"]>;

/** What a category is worth for one tool, before listing, opt-out and rank. */
interface Value {
  readonly hasResults: boolean;
  readonly score: Rational;
  readonly tally: Tally;
}

/** Scores and ranks of all tools in all categories, in the order of the categories; pure. */
export function computeStandings(input: StandingsInput): readonly CategoryStanding[] {
  return new Standings(input).compute();
}

class Standings {
  readonly #input: StandingsInput;
  readonly #tree: CategoryTree;
  readonly #counts = new Map<string, TaskCounts>();
  readonly #values = new Map<string, Value>();
  readonly #runs = new Map<string, JudgedRun[]>();

  constructor(input: StandingsInput) {
    this.#input = input;
    this.#tree = new CategoryTree(input.categories);
    for (const run of input.runs) {
      const key = `${run.tool}\n${run.category}`;
      const runs = this.#runs.get(key);
      if (runs === undefined) this.#runs.set(key, [run]);
      else runs.push(run);
    }
  }

  compute(): readonly CategoryStanding[] {
    return this.#input.categories.map((category) => {
      const answers = category.kind === "meta" ? (category.answers ?? "all") : "all";
      const scores = this.#input.tools.map((tool) => this.#toolScore(tool, category, answers));
      const unranked = new Set(
        this.#input.tools.filter((tool) => tool.horsConcours === true).map(({ id }) => id),
      );
      return {
        category,
        tasks: this.#taskCounts(category),
        maxScore: this.#maxScore(category, answers),
        hasMedals: this.#tree.hasMedals(category),
        scores: rankScores(scores, unranked),
      };
    });
  }

  #toolScore(tool: Tool, category: Category, answers: Answers): ToolScore {
    const { hasResults, score, tally } = this.#value(tool.id, category, answers);
    return { tool: tool.id, state: this.#state(tool.id, category, hasResults), score, tally };
  }

  #state(tool: string, category: Category, hasResults: boolean): ToolScore["state"] {
    const participation = this.#input.participations.find((entry) => entry.tool === tool);
    if (participation !== undefined) {
      if (participation.optOut.includes(category.name)) return "opted-out";
      const isListed = participation.categories.some((name) => this.#tree.covers(name, category));
      if (!isListed) return "not-listed";
    }
    return hasResults ? "scored" : "incomplete";
  }

  #value(tool: string, category: Category, answers: Answers): Value {
    const key = `${tool}\n${category.name}\n${answers}`;
    let value = this.#values.get(key);
    if (value === undefined) {
      value =
        category.kind === "base"
          ? this.#baseValue(tool, category, answers)
          : this.#metaValue(tool, category, answers);
      this.#values.set(key, value);
    }
    return value;
  }

  #baseValue(tool: string, category: BaseCategory, answers: Answers): Value {
    const runs = this.#runs.get(`${tool}\n${category.name}`) ?? [];
    const tally = tallyRuns(runs, answers);
    return { hasResults: runs.length > 0, score: Rational.of(tally.points), tally };
  }

  #metaValue(tool: string, category: MetaCategory, answers: Answers): Value {
    const children = this.#countingChildren(category);
    const values = children.map((child) => this.#value(tool, child, answers));
    if (values.length === 0 || values.some(({ hasResults }) => !hasResults)) {
      return { hasResults: false, score: Rational.zero, tally: EMPTY_TALLY };
    }
    return {
      hasResults: true,
      score: this.#combine(category, (child) => this.#value(tool, child, answers).score),
      tally: values.map(({ tally }) => tally).reduce(addTallies, EMPTY_TALLY),
    };
  }

  /** score(meta) = (Σ sᵢ/nᵢ) · (Σ nᵢ) / k over the k counting children; 2012: Σ sᵢ. */
  #combine(category: MetaCategory, scoreOf: (child: Category) => Rational): Rational {
    const children = this.#countingChildren(category);
    if (children.length === 0) return Rational.zero;
    if (this.#input.edition.meta.score === "plain-sum") return Rational.sum(children.map(scoreOf));
    const sizeOf = (child: Category): number => this.#taskCounts(child).normalisation;
    const perTask = children.map((child) => scoreOf(child).dividedBy(Rational.of(sizeOf(child))));
    const size = children.reduce((sum, child) => sum + sizeOf(child), 0);
    return Rational.sum(perTask).times(Rational.of(size, children.length));
  }

  /** Without demonstrations and empty categories. */
  #countingChildren(category: MetaCategory): readonly Category[] {
    return this.#realChildren(category).filter(
      (child) => this.#taskCounts(child).normalisation > 0,
    );
  }

  #realChildren(category: MetaCategory): readonly Category[] {
    return category.children
      .map((name) => this.#tree.find(name))
      .filter((child) => child.demonstration !== true);
  }

  #maxScore(category: Category, answers: Answers): Rational {
    if (category.kind === "meta") {
      return this.#combine(category, (child) => this.#maxScore(child, answers));
    }
    const { expectedTrue, expectedFalse } = this.#taskCounts(category);
    const { correctTrue, correctFalse } = this.#input.edition.scoring;
    const fromTrue = answers === "false" ? 0 : correctTrue * expectedTrue;
    const fromFalse = answers === "true" ? 0 : correctFalse * expectedFalse;
    return Rational.of(fromTrue + fromFalse);
  }

  #taskCounts(category: Category): TaskCounts {
    let counts = this.#counts.get(category.name);
    if (counts === undefined) {
      counts =
        category.kind === "base"
          ? this.#baseCounts(category)
          : sumCounts(this.#realChildren(category).map((child) => this.#taskCounts(child)));
      this.#counts.set(category.name, counts);
    }
    return counts;
  }

  #baseCounts({ name }: BaseCategory): TaskCounts {
    const tasks = this.#input.tasks.get(name);
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
      normalisation: this.#input.edition.meta.countVoidTasks ? known.length : valid.length,
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
