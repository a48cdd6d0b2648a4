/**
 * Scoring over columns. The rules are those of single runs (`finalStatus`,
 * `pointsOf`), applied once to each distinct combination of status, witness, opinions and kind of
 * task: millions of runs have a few thousand of them.
 */

import type {
  BaseCategory,
  Edition,
  ExpectedVerdict,
  ResultCategory,
  RunPhase,
} from "../../../ground/model/index.ts";
import type { Column } from "../../../ground/util/column-file.ts";
import { defined } from "../../../ground/util/defined.ts";
import { invariant } from "../../../ground/util/errors.ts";
import type { CategoryTask } from "../category-sizes.ts";
import { finalStatus } from "../final-status.ts";
import { pointsOf } from "../points.ts";
import { type CategoryStanding, computeStandingsOfTallies } from "../standings.ts";
import { type Answers, answerOf, TallyBuilder } from "../tally.ts";
import type {
  LinterAnswer,
  ValidatorAnswer,
  WitnessFacts,
  WitnessFormat,
} from "../validation/input.ts";
import { LINT_PHASE, type RunColumns } from "./run-columns.ts";

/** The outcome of each run, by row of `verification`. */
export interface ScoredColumns {
  readonly standings: readonly CategoryStanding[];
  /** Indices into `outcomes`. */
  readonly outcomeOf: Uint32Array;
  readonly outcomes: readonly Outcome[];
  /** By base category. */
  readonly tasks: ReadonlyMap<string, readonly CategoryTask[]>;
}

/** A final status that several runs share. */
export interface Outcome {
  readonly status: string;
  readonly resultCategory: ResultCategory;
  readonly points: number;
  readonly answer: "true" | "false" | undefined;
}

/** Scores of all tools in all categories by the rules of an edition. */
export function scoreColumns(runs: RunColumns, edition: Edition): ScoredColumns {
  return new ColumnScorer(runs, edition).score();
}

class ColumnScorer {
  readonly #runs: RunColumns;
  readonly #edition: Edition;
  readonly #categories: ReadonlyMap<string, BaseCategory>;
  readonly #outcomes: Outcome[] = [];
  readonly #outcomeCodes = new Map<string, number>();

  constructor(runs: RunColumns, edition: Edition) {
    this.#runs = runs;
    this.#edition = edition;
    this.#categories = new Map(
      runs.metadata.categories.flatMap((category) =>
        category.kind === "base" ? [[category.name, category]] : [],
      ),
    );
  }

  score(): ScoredColumns {
    const tasks = new TaskRows(this.#runs, this.#categories);
    const outcomeOf = this.#outcomesOfRuns(tasks);
    const { metadata } = this.#runs;
    const standings = computeStandingsOfTallies({
      edition: this.#edition,
      categories: metadata.categories,
      tools: metadata.tools,
      participations: metadata.participations,
      tasks: tasks.byCategory,
      tallyOf: this.#tallies(tasks, outcomeOf),
    });
    return { standings, outcomeOf, outcomes: this.#outcomes, tasks: tasks.byCategory };
  }

  #outcomesOfRuns(tasks: TaskRows): Uint32Array {
    const column = (name: string): Column => this.#runs.column("verification", name);
    const taskRows = column("task").values;
    const [status, witness, fixed] = ["status", "witness", "resultCategory"].map(column) as [
      Column,
      Column,
      Column,
    ];
    const opinions = new OpinionSets(this.#runs, taskRows.length);
    const facts = dictionaryOf(witness).map((text) => JSON.parse(text) as WitnessFacts);
    const sizes = [
      tasks.kinds.length,
      dictionaryOf(status).length,
      facts.length,
      dictionaryOf(fixed).length,
    ] as const;
    const combinations = sizes.reduce((product, size) => product * Math.max(1, size), 1);
    invariant(
      Number.isSafeInteger(combinations * opinions.sets.length),
      "too many combinations of statuses for one number",
    );
    const known = new Map<number, number>();
    const outcomeOf = new Uint32Array(taskRows.length);
    for (let row = 0; row < taskRows.length; row++) {
      const kind = tasks.kindOf(taskRows[row] as number);
      const statusCode = status.values[row] as number;
      const witnessCode = witness.values[row] as number;
      const fixedCode = fixed.values[row] as number;
      const set = opinions.setOf[row] as number;
      const key =
        (((set * sizes[0] + kind) * sizes[1] + statusCode) * sizes[2] + witnessCode) * sizes[3] +
        fixedCode;
      let code = known.get(key);
      if (code === undefined) {
        code = this.#codeOf(
          this.#judge(
            tasks.kinds[kind] as TaskKind,
            dictionaryOf(status)[statusCode] as string,
            facts[witnessCode] as WitnessFacts,
            dictionaryOf(fixed)[fixedCode] as ResultCategory | "",
            opinions.sets[set] as OpinionSet,
          ),
        );
        known.set(key, code);
      }
      outcomeOf[row] = code;
    }
    return outcomeOf;
  }

  #judge(
    kind: TaskKind,
    status: string,
    witness: WitnessFacts,
    fixed: ResultCategory | "",
    { lints, validations }: OpinionSet,
  ): Pick<Outcome, "status" | "resultCategory"> {
    if (fixed !== "") return { status, resultCategory: fixed };
    const final = finalStatus({
      edition: this.#edition,
      category: kind.category,
      expectedVerdict: kind.expectedVerdict,
      isVoid: kind.isVoid,
      verification: { status },
      witness,
      lints,
      validations,
    });
    return { status: final.status, resultCategory: final.category };
  }

  #codeOf({ status, resultCategory }: Pick<Outcome, "status" | "resultCategory">): number {
    const key = `${resultCategory}\n${status}`;
    let code = this.#outcomeCodes.get(key);
    if (code === undefined) {
      code = this.#outcomes.length;
      this.#outcomeCodes.set(key, code);
      const points = pointsOf(status, resultCategory, this.#edition.scoring);
      this.#outcomes.push({ status, resultCategory, points, answer: answerOf(status) });
    }
    return code;
  }

  /** Sums by tool, base category and answer; answers are added up on demand. */
  #tallies(
    tasks: TaskRows,
    outcomeOf: Uint32Array,
  ): (tool: string, category: string, answers: Answers) => TallyBuilder | undefined {
    const taskRows = this.#runs.column("verification", "task").values;
    const tool = this.#runs.column("verification", "tool");
    const cpuTime = this.#runs.column("verification", "cpuTime").values;
    const energy = this.#runs.column("verification", "energy").values;
    const categories = tasks.categoryNames;
    const builders: (TallyBuilder | undefined)[] = new Array(
      dictionaryOf(tool).length * categories.length * ANSWERS.length,
    ).fill(undefined);
    const indexOf = (toolCode: number, category: number, answer: number): number =>
      (toolCode * categories.length + category) * ANSWERS.length + answer;
    const answerCodes = this.#outcomes.map(({ answer }) => ANSWERS.indexOf(answer));
    for (let row = 0; row < outcomeOf.length; row++) {
      const code = outcomeOf[row] as number;
      const { resultCategory, points, answer } = this.#outcomes[code] as Outcome;
      const category = tasks.categoryOf(taskRows[row] as number);
      const index = indexOf(tool.values[row] as number, category, answerCodes[code] as number);
      let builder = builders[index];
      if (builder === undefined) {
        builder = new TallyBuilder();
        builders[index] = builder;
      }
      const seconds = measured(cpuTime[row] as number);
      builder.addResult(answer, resultCategory, points, seconds, measured(energy[row] as number));
    }
    const toolCodes = codesOf(dictionaryOf(tool));
    const categoryCodes = codesOf(categories);
    return (toolName, categoryName, answers) => {
      const toolCode = toolCodes.get(toolName);
      const category = categoryCodes.get(categoryName);
      if (toolCode === undefined || category === undefined) return undefined;
      const parts = ANSWERS.map((_, answer) => builders[indexOf(toolCode, category, answer)]);
      if (parts.every((part) => part === undefined)) return undefined;
      const sum = new TallyBuilder();
      for (const [index, part] of parts.entries()) {
        const counts = answers === "all" || ANSWERS[index] === answers;
        if (part !== undefined && counts) sum.addTally(part);
      }
      return sum;
    };
  }
}

const ANSWERS = ["true", "false", undefined] as const;

/** A task, reduced to the input of the rules. */
interface TaskKind {
  readonly category: BaseCategory;
  readonly expectedVerdict: ExpectedVerdict | undefined;
  readonly isVoid: boolean;
}

/** The tasks, grouped by kind. */
class TaskRows {
  readonly kinds: TaskKind[] = [];
  /** By base category; categories without tasks too. */
  readonly byCategory: ReadonlyMap<string, readonly CategoryTask[]>;
  readonly categoryNames: readonly string[];
  readonly #kindOf: Uint32Array;
  readonly #categoryOf: Column["values"];

  constructor(runs: RunColumns, categories: ReadonlyMap<string, BaseCategory>) {
    const [category, task, verdict, isVoid] = ["category", "task", "expectedVerdict", "isVoid"].map(
      (name) => runs.column("tasks", name),
    ) as [Column, Column, Column, Column];
    this.categoryNames = dictionaryOf(category);
    this.#categoryOf = category.values;
    this.#kindOf = new Uint32Array(category.values.length);
    const verdicts = dictionaryOf(verdict).map(parseExpected);
    const lists = new Map<string, CategoryTask[]>([...categories.keys()].map((name) => [name, []]));
    const known = new Map<string, number>();
    for (let row = 0; row < category.values.length; row++) {
      const name = this.categoryNames[category.values[row] as number] as string;
      const base = categories.get(name);
      invariant(base !== undefined, `a task is in the unknown category ${name}`);
      const expectedVerdict = verdicts[verdict.values[row] as number];
      const isVoidTask = isVoid.values[row] === 1;
      lists.get(name)?.push({
        task: dictionaryOf(task)[task.values[row] as number] as string,
        ...defined({ expectedVerdict }),
        ...(isVoidTask ? { isVoid: true } : {}),
      });
      const key = `${category.values[row]} ${verdict.values[row]} ${isVoidTask}`;
      let kind = known.get(key);
      if (kind === undefined) {
        kind = this.kinds.length;
        known.set(key, kind);
        this.kinds.push({ category: base, expectedVerdict, isVoid: isVoidTask });
      }
      this.#kindOf[row] = kind;
    }
    this.byCategory = lists;
  }

  kindOf(row: number): number {
    invariant(row < this.#kindOf.length, "a run is about a task that does not exist");
    return this.#kindOf[row] as number;
  }

  categoryOf(row: number): number {
    return this.#categoryOf[row] as number;
  }
}

interface OpinionSet {
  readonly lints: readonly LinterAnswer[];
  readonly validations: readonly ValidatorAnswer[];
}

/**
 * The opinions about each run. Runs with the same answers in the same order share a set: a set is
 * an earlier one with one more answer. The rules do not depend on who answered.
 */
class OpinionSets {
  readonly sets: OpinionSet[] = [{ lints: [], validations: [] }];
  /** By row of `verification`. */
  readonly setOf: Uint32Array;

  constructor(runs: RunColumns, count: number) {
    this.setOf = new Uint32Array(count);
    const [run, phase, format, status] = ["run", "phase", "format", "status"].map((name) =>
      runs.column("validation", name),
    ) as [Column, Column, Column, Column];
    const [formats, statuses] = [dictionaryOf(format).length, dictionaryOf(status).length];
    const codes = dictionaryOf(phase).length * formats * statuses;
    const larger = new Map<number, number>();
    for (let row = 0; row < run.values.length; row++) {
      const [phaseCode, formatCode, statusCode] = [
        phase.values[row] as number,
        format.values[row] as number,
        status.values[row] as number,
      ];
      const verification = run.values[row] as number;
      invariant(verification < count, "an opinion is about a run that does not exist");
      const set = this.setOf[verification] as number;
      const key = set * codes + (phaseCode * formats + formatCode) * statuses + statusCode;
      let next = larger.get(key);
      if (next === undefined) {
        next = this.sets.length;
        larger.set(key, next);
        this.sets.push(
          withOpinion(this.sets[set] as OpinionSet, {
            phase: dictionaryOf(phase)[phaseCode] as string,
            format: dictionaryOf(format)[formatCode] as string,
            status: dictionaryOf(status)[statusCode] as string,
          }),
        );
      }
      this.setOf[verification] = next;
    }
  }
}

function withOpinion(
  { lints, validations }: OpinionSet,
  opinion: { readonly phase: string; readonly format: string; readonly status: string },
): OpinionSet {
  const answer = {
    tool: "",
    status: opinion.status,
    ...(opinion.format === "" ? {} : { format: opinion.format as WitnessFormat }),
  };
  if (opinion.phase === LINT_PHASE) return { lints: [...lints, answer], validations };
  return { lints, validations: [...validations, { ...answer, phase: opinion.phase as RunPhase }] };
}

/** `true(p)` is BenchExec's expected `true` with a subproperty. */
function parseExpected(text: string): ExpectedVerdict | undefined {
  const parts = /^(true|false)(?:\((.*)\))?$/s.exec(text);
  if (parts === null) return undefined;
  const [, kind, subproperty] = parts;
  return {
    kind: kind as "true" | "false",
    ...defined({ subproperty }),
  };
}

function dictionaryOf({ dictionary }: Column): readonly string[] {
  invariant(dictionary !== undefined, "a column of texts has no dictionary");
  return dictionary;
}

function codesOf(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map(names.map((name, code) => [name, code]));
}

function measured(value: number): number | undefined {
  return Number.isNaN(value) ? undefined : value;
}
