/**
 * Scores from result files that other systems produced: for one category, or
 * for all that the files are about. Verifiers' files that come with those of
 * validators and linters are judged by the edition's rules; without, statuses
 * and result categories are the files' own, as in published ones, where the
 * answers of validators are merged in.
 */
import {
  type BaseCategory,
  type Category,
  type Edition,
  type ExpectedVerdict,
  formatVerdict,
  type Participation,
  RESULT_CATEGORIES,
  type ResultCategory,
  type Tool,
} from "../model/index.ts";
import {
  categoryCandidates,
  modernCategory,
  modernProperty,
  resultCategory,
} from "../results/index.ts";
import {
  type AppliedRule,
  type CategoryStanding,
  type CategoryTask,
  computeStandings,
  finalStatus,
  type JudgedRun,
  LINT_PHASE,
  type LinterAnswer,
  pointsOf,
  type RawOpinion,
  type RawRun,
  type ValidatorAnswer,
} from "../scoring/index.ts";
import type { CategoryStructure, ExclusionList } from "../tasks/index.ts";
import { type FmToolsEntry, isHorsConcours, participationIn } from "../tools/index.ts";
import type { Diagnostic } from "../util/diagnostic.ts";
import { PlatformError } from "../util/errors.ts";
import { FileOpinions, isOpinion, type Opinions } from "./file-opinions.ts";
import { type FileParticipant, nameTools, participantOf } from "./file-participants.ts";
import { type FileRun, type FileRuns, fileFault, readFileRuns } from "./file-runs.ts";
import { type FileTask, FileTasks } from "./file-tasks.ts";

export interface FileEvaluationOptions {
  readonly edition: Edition;
  /**
   * A base category, of the edition or of any name: all files are about it.
   * A meta category, or absent for all: the files tell their base categories.
   */
  readonly category?: string;
  /** Categories and participations of the organisers instead of the edition's. */
  readonly structure?: CategoryStructure;
  /** By identifier: names and who is hors concours. */
  readonly fmTools?: ReadonlyMap<string, FmToolsEntry>;
  readonly voidTasks?: ExclusionList;
}

/** A run with what explains it. */
export interface FileJudgedRun extends JudgedRun {
  readonly expectedVerdict?: ExpectedVerdict;
  /** What validators and linters answered, where their files were given. */
  readonly validations: readonly { readonly tool: string; readonly status: string }[];
  /** Absent where the file itself is the only source. */
  readonly trace?: readonly AppliedRule[];
  /** What the rules were applied to. */
  readonly raw: RawRun;
}

export interface FileEvaluation {
  readonly edition: Edition;
  /** What was scored, in table order. */
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
 * @throws InputError for unreadable files, values that are none, contradicting
 *   expected verdicts, and files whose category is none of the edition;
 *   PlatformError `ERR_NO_RESULTS` when there is nothing to score.
 */
export function evaluateResultFiles(
  files: readonly string[],
  options: FileEvaluationOptions,
): FileEvaluation {
  return new FileEvaluator(options).evaluate(files);
}

/** The runs of a participant in a base category. */
interface RunSet {
  readonly participant: FileParticipant;
  readonly category: BaseCategory;
  /** Of the participant in the validators' files. */
  readonly verifier: string | undefined;
  readonly runs: Map<string, { readonly run: FileRun; readonly file: string }>;
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
  /** Of the given category; for one that the edition does not know, of the first run that names one. */
  #givenProperty: string | undefined;

  constructor(options: FileEvaluationOptions) {
    this.#options = options;
    this.#edition = options.edition;
    this.#tasks = new FileTasks(options.voidTasks);
    this.#categories = options.structure?.categories ?? options.edition.categories;
    const { category: name } = options;
    const known = this.#categories.find((category) => category.name === name);
    if (name === undefined || known?.kind === "meta") return;
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
    const tools = this.#tools(participants);
    const ids = new Map(participants.map(({ key }, index) => [key, (tools[index] as Tool).id]));
    const judgedRuns = this.#judge(ids);
    const tasks = this.#categoryTasks(categories);
    const participations = this.#participations(tools);
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
    if (others > 0) {
      this.#warn(
        each.file,
        undefined,
        `${others} runs are about other properties and are left out`,
      );
    }
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
    runSet.runs.set(task, { run, file: each.file });
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

  /** The property of a run of the category; undefined when the run is about another one. */
  #propertyOf(run: FileRun, category: BaseCategory): string | undefined {
    const wanted =
      this.#given === undefined ? modernProperty(category.property) : this.#givenProperty;
    // Files without properties are about one, whichever it is.
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

  #scoredCategories(): readonly Category[] {
    if (this.#given !== undefined) {
      return [{ ...this.#given, property: this.#given.property || (this.#givenProperty ?? "") }];
    }
    const { category: name } = this.#options;
    const byName = new Map(this.#categories.map((category) => [category.name, category]));
    const hasTasks = (each: Category): boolean =>
      each.kind === "base"
        ? this.#tasks.has(each.name)
        : each.children.some((child) => hasTasks(byName.get(child) as Category));
    const below = new Set<string>();
    const visit = (each: Category): void => {
      below.add(each.name);
      if (each.kind === "meta")
        for (const child of each.children) visit(byName.get(child) as Category);
    };
    for (const each of this.#categories) if (name === undefined || each.name === name) visit(each);
    const wanted = this.#categories.filter((each) => below.has(each.name));
    const scored = wanted.filter(hasTasks);
    if (scored.length === 0) {
      throw new PlatformError("ERR_NO_RESULTS", "none of the files is about a category to score", {
        hint:
          this.#warnings.map(({ file, message }) => `${file}: ${message}`)[0] ??
          "give verifiers' result files",
      });
    }
    this.#tellOfEmpty(wanted, scored);
    const names = new Set(scored.map((each) => each.name));
    return scored.map((each) =>
      each.kind === "base"
        ? each
        : { ...each, children: each.children.filter((child) => names.has(child)) },
    );
  }

  /** A meta category without some of its children is another one. */
  #tellOfEmpty(wanted: readonly Category[], scored: readonly Category[]): void {
    const missing = wanted.filter(
      (each) =>
        each.kind === "base" &&
        each.demonstration !== true &&
        each.validationOnly !== true &&
        !scored.includes(each),
    );
    const hasMeta = scored.some(({ kind }) => kind === "meta");
    if (missing.length === 0 || !hasMeta) return;
    const names = missing.map(({ name }) => name);
    const shown = names.slice(0, 5).join(", ") + (names.length > 5 ? ", …" : "");
    this.#warn(
      "(all files)",
      undefined,
      `no results for ${names.length} base categories (${shown}): meta categories are computed without them`,
    );
  }

  #tools(participants: readonly FileParticipant[]): readonly Tool[] {
    const { structure, fmTools } = this.#options;
    return nameTools(participants).map((tool) => {
      const entry = fmTools?.get(tool.id);
      const participation = entry && participationIn(entry, this.#edition.name);
      const isUnranked =
        structure?.horsConcours.includes(tool.id) === true ||
        (participation !== undefined && isHorsConcours(participation));
      return {
        ...tool,
        ...(entry === undefined ? {} : { name: entry.name }),
        ...(isUnranked ? { horsConcours: true } : {}),
      };
    });
  }

  #participations(tools: readonly Tool[]): readonly Participation[] {
    const { structure } = this.#options;
    if (structure === undefined) return [];
    return tools.flatMap(({ id }) => {
      const metas = [...structure.verifiersOf].flatMap(([meta, names]) =>
        names.includes(id) ? [meta] : [],
      );
      const categories = [...metas, ...(structure.optIn.get(id) ?? [])];
      if (categories.length === 0) {
        this.#warn(
          "(category structure)",
          undefined,
          `does not know the verifier ${id}: it takes part everywhere`,
        );
        return [];
      }
      const known = new Set(structure.categories.map(({ name }) => name));
      return [
        {
          tool: id,
          categories: categories.filter((name) => known.has(name)),
          optOut: structure.optOut.get(id) ?? [],
        },
      ];
    });
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

  #judgeRunSet(runSet: RunSet, tool: string, opinions: Opinions | undefined): FileJudgedRun[] {
    const { category, runs } = runSet;
    const judged: FileJudgedRun[] = [];
    if (opinions === undefined && !this.#opinions.isEmpty) {
      this.#warn(
        [...runs.values()][0]?.file ?? "",
        undefined,
        `no validation results of ${runSet.participant.name} in ${category.name}: its results count as they are in the file`,
      );
    }
    for (const [id, { run, file }] of runs) {
      const task = this.#tasks.find(category.name, id) as FileTask;
      const property = id.slice(id.lastIndexOf("#") + 1);
      const validations = opinions?.validations.get(id) ?? [];
      const lints = opinions?.lints.get(id) ?? [];
      const final = this.#finalOf(
        { run, file, category, task, property },
        opinions === undefined ? undefined : { validations, lints },
      );
      judged.push({
        tool,
        category: category.name,
        task: id,
        status: final.status,
        resultCategory: final.category,
        points: pointsOf(final.status, final.category, this.#edition.scoring),
        ...run.measures,
        ...(task.expectedVerdict === undefined ? {} : { expectedVerdict: task.expectedVerdict }),
        validations: [...lints, ...validations].map(({ tool: by, status }) => ({
          tool: by,
          status,
        })),
        ...(final.trace === undefined ? {} : { trace: final.trace }),
        raw: {
          tool,
          category: category.name,
          task: id,
          ...run.measures,
          status: run.status,
          witness: { state: "unexamined" },
          ...(final.trace === undefined ? { resultCategory: final.category } : {}),
          opinions: [
            ...lints.map((answer): RawOpinion => ({ ...answer, phase: LINT_PHASE })),
            ...validations,
          ],
        },
      });
    }
    return judged;
  }

  #finalOf(
    {
      run,
      file,
      category,
      task,
      property,
    }: {
      readonly run: FileRun;
      readonly file: string;
      readonly category: BaseCategory;
      readonly task: FileTask;
      readonly property: string;
    },
    opinions:
      | {
          readonly validations: readonly ValidatorAnswer[];
          readonly lints: readonly LinterAnswer[];
        }
      | undefined,
  ): {
    readonly status: string;
    readonly category: ResultCategory;
    readonly trace?: readonly AppliedRule[];
  } {
    const { status } = run;
    const written = this.#resultCategoryOf(run, task.expectedVerdict, file);
    const voidReason = this.#tasks.voidReason(run, property);
    if (voidReason === undefined && (opinions === undefined || written !== "correct")) {
      return { status, category: written };
    }
    return finalStatus({
      edition: this.#edition,
      category,
      expectedVerdict: task.expectedVerdict,
      isVoid: voidReason !== undefined,
      ...(voidReason === undefined ? {} : { voidReason }),
      verification: { status },
      witness: { state: "unexamined" },
      lints: opinions?.lints ?? [],
      validations: opinions?.validations ?? [],
    });
  }

  #resultCategoryOf(
    { status, writtenCategory, line }: FileRun,
    expectedVerdict: ExpectedVerdict | undefined,
    file: string,
  ): ResultCategory {
    const computed = status === "" ? "missing" : resultCategory(status, expectedVerdict);
    if (writtenCategory === "") return computed;
    const category = RESULT_CATEGORIES.find((known) => known === modernCategory(writtenCategory));
    if (category === undefined) {
      const known = RESULT_CATEGORIES.join(", ");
      throw fileFault(file, line, `the category '${writtenCategory}' is none of ${known}`);
    }
    if ([category, computed].includes("correct") && [category, computed].includes("wrong")) {
      const expected = expectedVerdict === undefined ? "" : formatVerdict(expectedVerdict);
      const message = `'${status}' is called ${category}, although ${expected} is expected: taken as it is`;
      this.#warn(file, line, message);
    }
    return category;
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
      ...(line === undefined ? {} : { line }),
    });
  }
}
