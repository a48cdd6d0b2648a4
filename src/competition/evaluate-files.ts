/**
 * Scores of one category from result files that other systems produced.
 * Statuses and result categories are those of the files: in published ones
 * the answers of validators are merged in, and nothing else tells of them.
 */
import {
  type BaseCategory,
  type Edition,
  type ExpectedVerdict,
  formatVerdict,
  RESULT_CATEGORIES,
  type ResultCategory,
  type Tool,
} from "../model/index.ts";
import {
  columnValue,
  expectedVerdictOfFileName,
  modernCategory,
  modernProperty,
  modernStatus,
  parseBytes,
  parseExpectedVerdict,
  parseJoules,
  parseSeconds,
  type ResultFileHeader,
  type ResultFileRun,
  resultCategory,
} from "../results/index.ts";
import {
  type CategoryStanding,
  type CategoryTask,
  computeStandings,
  type JudgedRun,
  pointsOf,
} from "../scoring/index.ts";
import type { Diagnostic } from "../util/diagnostic.ts";
import { InputError } from "../util/errors.ts";
import { baseNameOf } from "../util/path.ts";
import { readResultFile } from "./result-file.ts";

export interface FileEvaluation {
  readonly edition: Edition;
  readonly category: BaseCategory;
  /** One per tool, version and run definition, in the order of the files. */
  readonly tools: readonly Tool[];
  /** Identities are the names in the files, without the way up out of the file's folder. */
  readonly judgedRuns: readonly JudgedRun[];
  readonly standing: CategoryStanding;
  readonly warnings: readonly Diagnostic[];
}

/**
 * Files of the same tool, version and run definition are results of one
 * participant; the tasks of the category are those that occur in any file.
 * The category may be one of the edition or have a name of its own.
 *
 * @throws InputError for unreadable files, values that are none, and
 *   contradicting expected verdicts.
 */
export function evaluateResultFiles(
  files: readonly string[],
  edition: Edition,
  categoryName: string,
): FileEvaluation {
  return new FileEvaluator(edition, categoryName).evaluate(files);
}

interface Participant {
  /** Tool and version. */
  readonly name: string;
  readonly runDefinition: string;
  readonly runs: Map<string, JudgedRun>;
}

interface FileTask {
  expectedVerdict: ExpectedVerdict | undefined;
  isVoid: boolean;
}

class FileEvaluator {
  readonly #edition: Edition;
  readonly #categoryName: string;
  readonly #known: BaseCategory | undefined;
  readonly #participants = new Map<string, Participant>();
  readonly #tasks = new Map<string, FileTask>();
  readonly #warnings: Diagnostic[] = [];
  /** Of the category; for one that the edition does not know, of the first run that names one. */
  #property: string | undefined;

  constructor(edition: Edition, categoryName: string) {
    this.#edition = edition;
    this.#categoryName = categoryName;
    this.#known = edition.categories.find(
      (category): category is BaseCategory =>
        category.kind === "base" && category.name === categoryName,
    );
    this.#property = modernProperty(this.#known?.property ?? "");
  }

  evaluate(files: readonly string[]): FileEvaluation {
    for (const file of files) this.#readFile(file);
    const category: BaseCategory = this.#known ?? {
      kind: "base",
      name: this.#categoryName,
      property: this.#property ?? "",
    };
    const participants = [...this.#participants.values()];
    const tools = nameTools(participants);
    const judgedRuns = participants.flatMap(({ runs }, index) =>
      [...runs.values()].map((run) => ({ ...run, tool: (tools[index] as Tool).id })),
    );
    const [standing] = computeStandings({
      edition: this.#edition,
      categories: [category],
      tools,
      participations: [],
      tasks: new Map([[category.name, this.#categoryTasks()]]),
      runs: judgedRuns,
    });
    return {
      edition: this.#edition,
      category,
      tools,
      judgedRuns,
      standing: standing as CategoryStanding,
      warnings: this.#warnings,
    };
  }

  #readFile(file: string): void {
    const runs: ResultFileRun[] = [];
    const header = readResultFile(file, file, (run) => runs.push(withNeededColumns(run)));
    const participant = this.#participantOf(header, file);
    if (header.error !== undefined) {
      this.#warn(file, undefined, `the file says '${header.error}': runs may be missing`);
    }
    let others = 0;
    for (const run of runs) {
      if (!this.#isOfCategory(run)) others++;
      else this.#take(participant, run, file);
    }
    if (others > 0) {
      this.#warn(file, undefined, `${others} runs are about other properties and are left out`);
    }
  }

  #participantOf(header: ResultFileHeader, file: string): Participant {
    const { tool = baseNameOf(file), version = "", name = "", block } = header;
    const runDefinition =
      block !== undefined && name.endsWith(`.${block}`)
        ? name.slice(0, -block.length - 1)
        : name === block
          ? ""
          : name;
    const key = JSON.stringify([tool, version, runDefinition]);
    let participant = this.#participants.get(key);
    if (participant === undefined) {
      participant = { name: `${tool} ${version}`.trim(), runDefinition, runs: new Map() };
      this.#participants.set(key, participant);
    }
    return participant;
  }

  #isOfCategory({ properties }: ResultFileRun): boolean {
    // Files without properties are about one, whichever it is.
    if (properties === undefined) return true;
    const property = modernProperty(properties);
    this.#property ??= property;
    return property !== undefined && property === this.#property;
  }

  #take(participant: Participant, run: ResultFileRun, file: string): void {
    const task = `${run.name.replace(/^(\.{1,2}\/)+/, "")}#${this.#property ?? ""}`;
    if (participant.runs.has(task)) {
      this.#warn(file, run.line, `${participant.name} has ${run.name} twice: the first counts`);
      return;
    }
    const status = modernStatus(columnValue(run.columns, "status") ?? "");
    const expectedVerdict = this.#expectedVerdictOf(run, file);
    this.#noteTask(task, expectedVerdict, status.startsWith("invalid task"), run, file);
    const category = this.#resultCategoryOf(run, status, expectedVerdict, file);
    const number = (title: string, parse: (text: string) => number | undefined, what: string) =>
      measured(run, title, parse, what, file);
    const cpuTimeSeconds = number("cputime", parseSeconds, "a time in seconds from 0");
    const wallTimeSeconds = number("walltime", parseSeconds, "a time in seconds from 0");
    const memoryBytes =
      number("memory", parseBytes, "a size in bytes") ??
      number("memUsage", parseBytes, "a size in bytes");
    const cpuEnergyJoules = number("cpuenergy", parseJoules, "an energy in joules");
    participant.runs.set(task, {
      tool: "",
      category: this.#categoryName,
      task,
      status,
      resultCategory: category,
      points: pointsOf(status, category, this.#edition.scoring),
      ...(cpuTimeSeconds === undefined ? {} : { cpuTimeSeconds }),
      ...(wallTimeSeconds === undefined ? {} : { wallTimeSeconds }),
      ...(memoryBytes === undefined ? {} : { memoryBytes }),
      ...(cpuEnergyJoules === undefined ? {} : { cpuEnergyJoules }),
    });
  }

  #expectedVerdictOf(run: ResultFileRun, file: string): ExpectedVerdict | undefined {
    if (run.expectedVerdict === undefined) {
      return expectedVerdictOfFileName(run.name, this.#property ?? "");
    }
    const verdict = parseExpectedVerdict(run.expectedVerdict);
    if (verdict !== undefined) return verdict;
    throw fault(file, run.line, "expectedVerdict must be true, false or false(subproperty)");
  }

  #noteTask(
    id: string,
    expectedVerdict: ExpectedVerdict | undefined,
    isVoid: boolean,
    run: ResultFileRun,
    file: string,
  ): void {
    const known = this.#tasks.get(id);
    if (known === undefined) {
      this.#tasks.set(id, { expectedVerdict, isVoid });
      return;
    }
    const before = known.expectedVerdict;
    if (before !== undefined && expectedVerdict !== undefined) {
      if (formatVerdict(before) !== formatVerdict(expectedVerdict)) {
        const texts = [expectedVerdict, before].map(formatVerdict).join(", before ");
        throw fault(file, run.line, `the expected verdict of ${run.name} is ${texts}`);
      }
    }
    known.expectedVerdict ??= expectedVerdict;
    known.isVoid ||= isVoid;
  }

  #resultCategoryOf(
    run: ResultFileRun,
    status: string,
    expectedVerdict: ExpectedVerdict | undefined,
    file: string,
  ): ResultCategory {
    const computed = status === "" ? "missing" : resultCategory(status, expectedVerdict);
    const written = columnValue(run.columns, "category") ?? "";
    if (written === "") return computed;
    const category = RESULT_CATEGORIES.find((known) => known === modernCategory(written));
    if (category === undefined) {
      const known = RESULT_CATEGORIES.join(", ");
      throw fault(file, run.line, `the category '${written}' is none of ${known}`);
    }
    if ([category, computed].includes("correct") && [category, computed].includes("wrong")) {
      const expected = expectedVerdict === undefined ? "" : formatVerdict(expectedVerdict);
      const message = `'${status}' is called ${category}, although ${expected} is expected: taken as it is`;
      this.#warn(file, run.line, message);
    }
    return category;
  }

  #categoryTasks(): readonly CategoryTask[] {
    return [...this.#tasks].map(([task, { expectedVerdict, isVoid }]) => ({
      task,
      ...(expectedVerdict === undefined ? {} : { expectedVerdict }),
      isVoid,
    }));
  }

  #warn(file: string, line: number | undefined, message: string): void {
    this.#warnings.push({
      severity: "warning",
      code: "questionable-result-file",
      message,
      file,
      ...(line === undefined ? {} : { line }),
    });
  }
}

const NEEDED_COLUMNS = new Set([
  "status",
  "category",
  "cputime",
  "walltime",
  "memory",
  "memUsage",
  "cpuenergy",
]);

/** Runs have dozens of columns; there may be hundreds of thousands of runs. */
function withNeededColumns(run: ResultFileRun): ResultFileRun {
  return { ...run, columns: run.columns.filter(({ title }) => NEEDED_COLUMNS.has(title)) };
}

/** Undefined when the run has no such value. */
function measured(
  run: ResultFileRun,
  title: string,
  parse: (text: string) => number | undefined,
  what: string,
  file: string,
): number | undefined {
  const text = columnValue(run.columns, title) ?? "";
  if (text === "") return undefined;
  const value = parse(text);
  if (value !== undefined) return value;
  throw fault(file, run.line, `${title} of ${run.name} must be ${what}, found '${text}'`);
}

/** Tools get their run definition in brackets where one tool took part with several. */
function nameTools(participants: readonly Participant[]): readonly Tool[] {
  const ids = new Set<string>();
  return participants.map(({ name, runDefinition }) => {
    const isAlone = participants.filter((other) => other.name === name).length === 1;
    const fullName = isAlone ? name : `${name} (${runDefinition || "unnamed"})`;
    const slug = fullName
      .toLowerCase()
      .replace(/[^a-z0-9+]+/g, "-")
      .replace(/^-|-$/g, "");
    let id = slug;
    for (let count = 2; ids.has(id); count++) id = `${slug}-${count}`;
    ids.add(id);
    return { id, name: fullName };
  });
}

function fault(file: string, line: number, message: string): InputError {
  return new InputError([{ severity: "error", code: "invalid-result-file", message, file, line }]);
}
