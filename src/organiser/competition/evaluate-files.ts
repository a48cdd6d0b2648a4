/**
 * Scores from result files that other systems produced: for one category, or for all that the files
 * are about. Verifiers' files that come with those of validators and linters are judged by the
 * edition's rules. Without those, statuses and result categories are taken from the files, as in
 * published ones, which include the answers of validators.
 */

import type {
  BaseCategory,
  Category,
  Edition,
  Participation,
  Tool,
} from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import type { Diagnostic } from "../../ground/util/diagnostic.ts";
import { InputError, PlatformError } from "../../ground/util/errors.ts";
import { nearest } from "../../ground/util/nearest.ts";
import {
  categoryCandidates,
  FINAL_STATUSES,
  modernProperty,
  type ResultFileHeader,
} from "../results/index.ts";
import {
  type CategoryStanding,
  type CategoryTask,
  computeStandings,
  overlapWarnings,
} from "../scoring/index.ts";
import type { CategoryStructure, ExclusionList } from "../tasks/index.ts";
import type { FmToolsEntry } from "../tools/index.ts";
import { categoriesWithTasks } from "./file-categories.ts";
import { type FileJudgedRun, judgeFileRun } from "./file-judgement.ts";
import { FileOpinions, isOpinion, type Opinions } from "./file-opinions.ts";
import {
  type FileParticipant,
  fileParticipations,
  participantOf,
  rankedTools,
} from "./file-participants.ts";
import { type FileRun, type FileRuns, readFileRuns } from "./file-runs.ts";
import { type FileTask, FileTasks } from "./file-tasks.ts";

export interface FileEvaluationOptions {
  readonly edition: Edition;
  /**
   * A base category, of the edition or of any name: all files are about it. A meta category, or
   * absent for all: the files name their base categories.
   */
  readonly category?: string;
  /** Categories and participations of the organisers instead of the edition's. */
  readonly structure?: CategoryStructure;
  /** By identifier of the tool: names, and whether it is hors concours. */
  readonly fmTools?: ReadonlyMap<string, FmToolsEntry>;
  readonly voidTasks?: ExclusionList;
  /** By identifier of the tool: the reason why it is not ranked. */
  readonly excludedTools?: ReadonlyMap<string, string>;
  /**
   * The files are final: their statuses and result categories include the answers of validators.
   */
  readonly isMerged?: boolean;
}

export interface FileEvaluation {
  readonly edition: Edition;
  /** The scored categories, in table order. */
  readonly categories: readonly Category[];
  /** In the order of the files. */
  readonly tools: readonly Tool[];
  readonly participations: readonly Participation[];
  /** By base category. Identities are the names in the files, without the way up out of the file's folder. */
  readonly tasks: ReadonlyMap<string, readonly CategoryTask[]>;
  readonly judgedRuns: readonly FileJudgedRun[];
  readonly standings: readonly CategoryStanding[];
  readonly warnings: readonly Diagnostic[];
}

/**
 * @throws InputError for unreadable files, invalid values, contradicting
 *   expected verdicts, and files whose category is not one of the edition;
 *   PlatformError `ERR_NO_RESULTS` when there is nothing to score.
 */
export function evaluateResultFiles(
  files: readonly string[],
  options: FileEvaluationOptions,
): FileEvaluation {
  return new FileEvaluator(options).evaluate(files);
}

/** A name of the edition that is nearly the given one, which may be meant. */
function similarCategory(name: string, categories: readonly Category[]): string | undefined {
  return nearest(
    name,
    categories.map((category) => category.name),
  );
}

/** Whether the rules for witnesses differ by property. */
function dependsOnProperty({ validation, witnessTable }: Edition): boolean {
  return (
    validation.procedure !== "none" && witnessTable.rules.some(({ property }) => property !== "*")
  );
}

/** The runs of a participant in a base category. */
interface RunSet {
  readonly participant: FileParticipant;
  readonly category: BaseCategory;
  /** The participant in the validators' files. */
  readonly verifier: string | undefined;
  readonly runs: Map<
    string,
    { readonly run: FileRun; readonly file: string; readonly header: ResultFileHeader }
  >;
}

/** Whether the file includes the answers of validators, as published and exported ones do. */
function isOfMergedFile(
  { status, writtenCategory }: FileRun,
  file: string,
  { description }: ResultFileHeader,
): boolean {
  return (
    description?.startsWith(FINAL_STATUSES) === true ||
    /\.(merged|fixed)\.xml(\.\w+)?$/.test(file) ||
    writtenCategory === "correct-unconfirmed" ||
    status.startsWith("witness invalid")
  );
}

class FileEvaluator {
  readonly #options: FileEvaluationOptions;
  readonly #edition: Edition;
  readonly #categories: readonly Category[];
  readonly #given: BaseCategory | undefined;
  readonly #participants = new Map<string, FileParticipant>();
  readonly #runSets = new Map<string, RunSet>();
  readonly #opinions = new FileOpinions();
  readonly #tasks: FileTasks;
  readonly #warnings: Diagnostic[] = [];
  /**
   * Property of the given category; for a category that the edition does not know, of the first run
   * that names one.
   */
  #givenProperty: string | undefined;

  constructor(options: FileEvaluationOptions) {
    this.#options = options;
    this.#edition = options.edition;
    this.#tasks = new FileTasks(options.voidTasks);
    this.#categories = options.structure?.categories ?? options.edition.categories;
    const { category: name } = options;
    const known = this.#categories.find((category) => category.name === name);
    if (name === undefined || known?.kind === "meta") return;
    const similar = known === undefined ? similarCategory(name, this.#categories) : undefined;
    if (similar !== undefined) {
      const message = `${name} is no category of ${this.#edition.name}, so it is taken as one of your own; is '${similar}' meant?`;
      this.#warn("(all files)", undefined, message);
    }
    this.#given = known ?? { kind: "base", name, property: "" };
    this.#givenProperty = modernProperty(this.#given.property);
  }

  evaluate(files: readonly string[]): FileEvaluation {
    const all = files.map((file) => readFileRuns(file));
    // The newest results count; files without a time keep their order.
    const newestFirst = all.toSorted((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0));
    for (const each of all) this.#noteParticipant(each);
    for (const each of newestFirst) this.#file(each);
    const categories = this.#scoredCategories();
    const participants = [...this.#participants.values()];
    const tools = rankedTools(participants, this.#options);
    this.#tellOfUnknownExclusions(tools);
    const ids = new Map(participants.map(({ key }, index) => [key, (tools[index] as Tool).id]));
    const judgedRuns = this.#judge(ids);
    const tasks = this.#categoryTasks(categories);
    this.#warnings.push(
      ...this.#tasks.spellings("(all files)"),
      ...overlapWarnings(categories, tasks, "(all files)"),
    );
    const participations = fileParticipations(tools, this.#options.structure, (message) =>
      this.#warn("(category structure)", undefined, message),
    );
    return {
      edition: this.#edition,
      categories,
      tools,
      participations,
      tasks,
      judgedRuns,
      standings: computeStandings({
        edition: this.#edition,
        categories,
        tools,
        participations,
        tasks,
        runs: judgedRuns,
      }),
      warnings: this.#warnings,
    };
  }

  /** Tools appear in the order of the files. */
  #noteParticipant(each: FileRuns): void {
    if (isOpinion(each.role)) return;
    const participant = participantOf(each);
    if (!this.#participants.has(participant.key)) {
      this.#participants.set(participant.key, participant);
    }
  }

  #file(each: FileRuns): void {
    if (each.header.error !== undefined) {
      this.#warn(each.file, undefined, `the file says '${each.header.error}': runs may be missing`);
    }
    const category = this.#given ?? this.#categoryOf(each);
    if (category === undefined) return;
    let others = 0;
    for (const run of each.runs) {
      const property = this.#propertyOf(run, category);
      if (property === undefined) others++;
      else this.#fileRun(each, run, category, property);
    }
    this.#comparePropertyNames(each.file);
    if (others > 0) {
      this.#warn(
        each.file,
        undefined,
        `${others} runs are about other properties and are left out`,
      );
    }
  }

  /**
   * A category that the edition does not know has any property, but its name may suggest another
   * one.
   */
  #comparePropertyNames(file: string): void {
    const found = this.#givenProperty;
    if (this.#given === undefined || this.#given.property !== "" || found === undefined) return;
    const words = this.#given.name.split(".");
    const named = this.#categories
      .map((category) => (category.kind === "base" ? modernProperty(category.property) : undefined))
      .find((property) => property !== undefined && words.includes(property));
    if (named === undefined || named === found) return;
    this.#warn(
      file,
      undefined,
      `${this.#given.name} is not a category of ${this.#edition.name}, so all runs about ${found} are taken for it, though its name suggests ${named}`,
    );
  }

  #fileRun(each: FileRuns, run: FileRun, category: BaseCategory, property: string): void {
    const task = `${run.path}#${property}`;
    if (isOpinion(each.role)) {
      this.#opinions.add(each.role, run, category, task);
      return;
    }
    const runSet = this.#runSetOf(each, category);
    if (runSet.runs.has(task)) {
      const which = each.time === "" ? "first" : "newest";
      const message = `${runSet.participant.name} has ${run.name} twice: the ${which} counts`;
      this.#warn(each.file, run.line, message);
      return;
    }
    runSet.runs.set(task, { run, file: each.file, header: each.header });
    this.#tasks.note(each.file, run, category.name, task, property);
  }

  #runSetOf(each: FileRuns, category: BaseCategory): RunSet {
    const { key } = participantOf(each);
    const name = `${key}\n${category.name}`;
    let runSet = this.#runSets.get(name);
    if (runSet === undefined) {
      const participant = this.#participants.get(key) as FileParticipant;
      runSet = { participant, category, verifier: each.role?.tool, runs: new Map() };
      this.#runSets.set(name, runSet);
    }
    return runSet;
  }

  /** The property of a run of the category; undefined when the run is about another property. */
  #propertyOf(run: FileRun, category: BaseCategory): string | undefined {
    const wanted =
      this.#given === undefined ? modernProperty(category.property) : this.#givenProperty;
    // Files without properties are about the wanted one.
    if (!run.hasProperty) return wanted ?? "";
    if (this.#given !== undefined) this.#givenProperty ??= run.property;
    const property = wanted ?? this.#givenProperty;
    return run.property !== undefined && run.property === property ? property : undefined;
  }

  #categoryOf({ file, header }: FileRuns): BaseCategory | undefined {
    const candidates = categoryCandidates(file, header);
    const bases = this.#categories.filter(({ kind }) => kind === "base") as BaseCategory[];
    const found = candidates
      .map((name) => bases.find((base) => base.name === name))
      .find((base) => base !== undefined);
    if (found === undefined) {
      const run = header.name === undefined ? "" : `run definition '${header.name}', `;
      this.#warn(
        file,
        undefined,
        `left out: no base category of ${this.#edition.name} fits its name (${run}block '${header.block ?? ""}'); --category names one`,
      );
    }
    return found;
  }

  /** A category of one's own is about the property of its runs. */
  #withProperty(category: BaseCategory): BaseCategory {
    if (category !== this.#given || category.property !== "") return category;
    return { ...category, property: this.#givenProperty ?? "" };
  }

  #unknownProperty(category: string, file: string): InputError {
    const message = `the property of ${category} is not known, which the rules of ${this.#edition.name} need: no run names its property, and the edition has no such category`;
    const hint = "give --category a category of the edition, or --merged when the files are final";
    const code = "unknown-property";
    return new InputError([{ severity: "error", code, message, file, hint }]);
  }

  #scoredCategories(): readonly Category[] {
    if (this.#given !== undefined) {
      return [this.#withProperty(this.#given)];
    }
    const { categories, missing } = categoriesWithTasks(
      this.#categories,
      this.#options.category,
      (base) => this.#tasks.has(base),
    );
    if (categories.length === 0) {
      throw new PlatformError("ERR_NO_RESULTS", "none of the files is about a category to score", {
        hint:
          this.#warnings.map(({ file, message }) => `${file}: ${message}`)[0] ??
          "give verifiers' result files",
      });
    }
    if (missing.length > 0) {
      const shown = missing.slice(0, 5).join(", ") + (missing.length > 5 ? ", …" : "");
      this.#warn(
        "(all files)",
        undefined,
        `no results for ${missing.length} base categories (${shown}): meta categories are computed without them`,
      );
    }
    return categories;
  }

  #tellOfUnknownExclusions(tools: readonly Tool[]): void {
    for (const excluded of this.#options.excludedTools?.keys() ?? []) {
      if (tools.some(({ id }) => id === excluded)) continue;
      const known = tools.map(({ id }) => id).join(", ");
      this.#warn(
        "(excluded tools)",
        undefined,
        `there is no tool '${excluded}'; there are ${known}`,
      );
    }
  }

  #judge(ids: ReadonlyMap<string, string>): readonly FileJudgedRun[] {
    const unused = new Set(this.#opinions.all());
    const judged = [...this.#participants.keys()].flatMap((key) =>
      [...this.#runSets.values()]
        .filter(({ participant }) => participant.key === key)
        .flatMap((runSet) => {
          const opinions = this.#opinions.find(runSet.verifier, runSet.category.name);
          if (opinions !== undefined) unused.delete(opinions);
          return this.#judgeRunSet(runSet, ids.get(key) as string, opinions);
        }),
    );
    for (const { verifier, category } of unused) {
      this.#warn(
        "(validation results)",
        undefined,
        `no results of ${verifier} in ${category} to merge them with`,
      );
    }
    return judged;
  }

  #judgeRunSet(
    { participant, category, runs }: RunSet,
    tool: string,
    opinions: Opinions | undefined,
  ): readonly FileJudgedRun[] {
    const found = opinions ?? this.#withoutOpinions(participant.name, category.name, runs);
    const ruled = this.#withProperty(category);
    if (found !== undefined && ruled.property === "" && dependsOnProperty(this.#edition)) {
      throw this.#unknownProperty(category.name, [...runs.values()][0]?.file ?? "");
    }
    return [...runs].map(([task, { run, file, header }]) =>
      judgeFileRun({
        edition: this.#edition,
        tool,
        category: ruled,
        task: { id: task, ...(this.#tasks.find(category.name, task) as FileTask) },
        run,
        file,
        header,
        opinions: found,
        warn: (message) => this.#warn(file, run.line, message),
      }),
    );
  }

  /**
   * Where the edition requires confirmed witnesses, correct answers without a validator's answer
   * are unconfirmed, unless the files are final. Until 2020 a validator's answer changed a result,
   * and without one it stayed.
   */
  #withoutOpinions(verifier: string, category: string, runs: RunSet["runs"]): Opinions | undefined {
    const files = [...runs.values()];
    const { procedure } = this.#edition.validation;
    if (procedure === "none" || this.#options.isMerged === true) return undefined;
    if (files.some(({ run, file, header }) => isOfMergedFile(run, file, header))) return undefined;
    const effect =
      procedure === "merge"
        ? `correct answers count as they are (${this.#edition.name})`
        : "unconfirmed";
    this.#warn(
      files[0]?.file ?? "",
      undefined,
      `${effect}: no validator results of ${verifier} in ${category}; give the validators' files, or --merged when the file is final`,
    );
    return { verifier, category, validations: new Map(), lints: new Map() };
  }

  #categoryTasks(categories: readonly Category[]): ReadonlyMap<string, readonly CategoryTask[]> {
    const bases = categories.filter(({ kind }) => kind === "base");
    return new Map(bases.map(({ name }) => [name, this.#tasks.ofCategory(name)]));
  }

  #warn(file: string, line: number | undefined, message: string): void {
    this.#warnings.push({
      severity: "warning",
      code: "questionable-result-file",
      message,
      file,
      ...defined({ line }),
    });
  }
}
