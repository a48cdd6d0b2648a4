/** The pages of a spool with all measurements, answers and judgements, category by category. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../../ground/files/index.ts";
import {
  type DataModel,
  type FileReference,
  type FunctionAutomaton,
  formatVerdict,
  type RunResult,
  type RunSpecification,
} from "../../../ground/model/index.ts";
import { defined } from "../../../ground/util/defined.ts";
import {
  circumstancesOf,
  type Evaluation,
  type Judgement,
  lintersOf,
  type ResolvedTask,
  rawOpinions,
} from "../../competition/index.ts";
import type { Spool } from "../../execution/index.ts";
import {
  type AutomataFile,
  type Check,
  categoryPart,
  type DetailsFile,
  type ExecutionDetails,
  type PartRun,
  type PartTask,
  type RunDetails,
  type SiteTool,
  type SourcesFile,
  type WitnessDetails,
} from "../../explorer/index.ts";
import { scoreEvaluation, validationTracks } from "../../reports/index.ts";
import type { FmToolsEntry } from "../../tools/index.ts";
import type { Attachment, SiteData, SitePart } from "../site-data.ts";
import { logArchives } from "./log-archives.ts";
import { logExcerpt } from "./log-excerpt.ts";
import { competitionData, spoolFacts } from "./spool-facts.ts";
import { type ExecutedStep, withValues } from "./waypoint-values.ts";
import { witnessDetails } from "./witness-details.ts";

/**
 * Returns the functions of a program that have operations at one of the lines; none for a program
 * that cannot be read.
 * @param hash SHA-256 of the text.
 */
export type AutomataReader = (
  fileName: string,
  text: string,
  hash: string,
  dataModel: DataModel,
  lines: ReadonlySet<number>,
) => readonly FunctionAutomaton[];

export interface SpoolSiteOptions {
  /** Shows the programs of counterexamples as automata; absent: none are shown. */
  readonly automataOf?: AutomataReader;
  /** By name of the run: executions that follow its violation witness. */
  readonly executions?: ReadonlyMap<string, readonly ExecutedStep[]>;
  /** Folder of the tasks, for the programs beside the witnesses. */
  readonly taskRoot?: string;
  /** Entries by identifier; they precede those that the competition names. */
  readonly fmTools?: ReadonlyMap<string, FmToolsEntry>;
  /** Without files beside the page: logs and witnesses are only excerpts. */
  readonly singleFile?: boolean;
}

export interface SpoolSite {
  readonly data: SiteData;
  /** Logs and witnesses. */
  readonly attachments: readonly Attachment[];
}

export function siteOfSpool(
  evaluation: Evaluation,
  spool: Spool,
  options: SpoolSiteOptions = {},
): SpoolSite {
  const { competition, edition, standings, judgements } = evaluation;
  const byCategory = groupBy(judgements, ({ category }) => category.name);
  const attachments = new Map<string, Attachment>();
  const attach = (run: string, file: FileReference | undefined): string | undefined => {
    if (file === undefined || options.singleFile === true) return undefined;
    const path = `files/${run.slice(0, RUN_DIGITS)}/${baseName(file.path)}`;
    const source = spool.fileOf(file);
    if (!existsSync(source)) return undefined;
    attachments.set(path, { path, source });
    return path;
  };
  // Links are collected before anything is written.
  for (const { result, validations } of judgements) {
    attach(result.run, result.witness);
    for (const each of [result, ...validations]) attach(each.run, each.log);
  }
  const archives = new Map(
    options.singleFile === true
      ? []
      : [...groupBy(judgements, ({ result }) => result.tool)].map(([tool, own]) => [
          tool,
          logArchives(tool, own, spool),
        ]),
  );
  const builder = new PartBuilder(evaluation, spool, attach, options);
  const shared = competitionData(competition, edition, options.fmTools);
  const results = judgements.flatMap(({ result, validations }) => [result, ...validations]);
  return {
    attachments: [...attachments.values(), ...[...archives.values()].flat()],
    data: {
      edition,
      facts: spoolFacts(competition, evaluation.progress, circumstancesOf(results), spool),
      ...shared,
      tools: shared.tools.map((tool) => ({ ...tool, ...archivesOf(archives.get(tool.id)) })),
      standings,
      tracks: validationTracks(scoreEvaluation(evaluation)),
      parts: [...byCategory].map(([name, list]) => builder.part(name, list)),
      limits: competition.limits.verification,
    },
  };
}

/** Digits of a run's name in paths: enough for trillions of runs. */
const RUN_DIGITS = 24;

function groupBy(
  judgements: readonly Judgement[],
  keyOf: (judgement: Judgement) => string,
): ReadonlyMap<string, readonly Judgement[]> {
  const groups = new Map<string, Judgement[]>();
  for (const judgement of judgements) {
    const key = keyOf(judgement);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [judgement]);
    else group.push(judgement);
  }
  return groups;
}

function archivesOf(archives: readonly Attachment[] = []): Pick<SiteTool, "logArchives"> {
  return archives.length === 0 ? {} : { logArchives: archives.map(({ path }) => path) };
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

type Attach = (run: string, file: FileReference | undefined) => string | undefined;

class PartBuilder {
  readonly #evaluation: Evaluation;
  readonly #spool: Spool;
  readonly #attach: Attach;
  readonly #taskRoot: string | undefined;
  readonly #automataOf: AutomataReader | undefined;
  readonly #executions: ReadonlyMap<string, readonly ExecutedStep[]>;

  constructor(
    evaluation: Evaluation,
    spool: Spool,
    attach: Attach,
    { taskRoot, automataOf, executions = new Map() }: SpoolSiteOptions,
  ) {
    this.#evaluation = evaluation;
    this.#spool = spool;
    this.#attach = attach;
    this.#taskRoot = taskRoot;
    this.#automataOf = automataOf;
    this.#executions = executions;
  }

  part(category: string, judgements: readonly Judgement[]): SitePart {
    const { competition } = this.#evaluation;
    const reasons = new Map(competition.voidTasks.map(({ task, reason }) => [task, reason]));
    const tasks = competition.tasks.filter(({ categories }) => categories.includes(category));
    const partTasks = tasks.map(({ id, expectedVerdict }): PartTask => {
      const voidReason = reasons.get(id);
      return {
        id,
        ...(expectedVerdict === undefined ? {} : { expected: formatVerdict(expectedVerdict) }),
        ...defined({ voidReason }),
      };
    });
    const tools = competition.participants.map(({ id }) => id);
    const linters = lintersOf(competition);
    const runs = judgements.map((judgement) => partRun(judgement, linters));
    return {
      part: categoryPart(category, partTasks, tools, runs),
      details: () => this.#details(tools, judgements),
      ...this.#programs(tasks, judgements),
    };
  }

  /** Sources and automata, where the tasks are available. */
  #programs(
    tasks: readonly ResolvedTask[],
    judgements: readonly Judgement[],
  ): Pick<SitePart, "sources" | "automata"> {
    const root = this.#taskRoot;
    const automataOf = this.#automataOf;
    if (root === undefined) return {};
    return {
      sources: () => sourcesOf(root, tasks),
      ...(automataOf === undefined
        ? {}
        : { automata: () => this.#automata(root, automataOf, judgements) }),
    };
  }

  *#details(
    tools: readonly string[],
    judgements: readonly Judgement[],
  ): Generator<readonly [string, DetailsFile]> {
    for (const tool of tools) {
      const own = judgements.filter(({ result }) => result.tool === tool);
      if (own.length === 0) continue;
      yield [tool, Object.fromEntries(own.map((each) => [each.task.id, this.#runDetails(each)]))];
    }
  }

  /**
   * Automata of the programs of violation witnesses, for programs with the content that the
   * competition used.
   */
  #automata(
    root: string,
    automataOf: AutomataReader,
    judgements: readonly Judgement[],
  ): AutomataFile {
    const lines = new Map<ResolvedTask, Set<number>>();
    for (const { task, result, witness } of judgements) {
      if (witness.state !== "present" || witness.kind !== "violation") continue;
      if (result.witness === undefined) continue;
      const file = this.#spool.fileOf(result.witness);
      const { waypoints } = witnessDetails(file, result.witness, undefined);
      const known = lines.get(task) ?? new Set();
      for (const { line } of waypoints) known.add(line);
      lines.set(task, known);
    }
    const byTask: Record<string, readonly FunctionAutomaton[]> = {};
    let bytes = 0;
    for (const [task, own] of lines) {
      const [program] = programsIn(root, task);
      if (program === undefined || task.dataModel === undefined || task.language !== "C") continue;
      bytes += program.text.length;
      if (program.text.length > AUTOMATON_BYTES || bytes > ALL_AUTOMATA_BYTES) continue;
      const { path, sha256: hash, text } = program;
      const found = automataOf(path, text, hash, task.dataModel, own);
      if (found.length > 0) byTask[task.id] = found;
    }
    return byTask;
  }

  #runDetails(judgement: Judgement): RunDetails {
    const { specification, result, validations, validationSpecifications } = judgement;
    const answered = new Set(validations.map(({ run }) => run));
    const commands = new Map(validationSpecifications.map((each) => [each.id, each]));
    const { toolVersion } = specification;
    return {
      ...this.#execution(result, specification),
      ...defined({ toolVersion }),
      ...(result.witness === undefined
        ? {}
        : { witness: this.#witness(result.run, result.witness) }),
      validations: validations.map((validation) => ({
        ...this.#execution(validation, commands.get(validation.run)),
        tool: validation.tool,
        phase: validation.phase,
        status: validation.status,
      })),
      missingValidators: validationSpecifications
        .filter(({ id }) => !answered.has(id))
        .map(({ tool }) => tool),
    };
  }

  #witness(run: string, reference: FileReference): WitnessDetails {
    const file = this.#spool.fileOf(reference);
    const details = witnessDetails(file, reference, this.#attach(run, reference));
    const steps = this.#executions.get(run);
    return steps === undefined
      ? details
      : { ...details, waypoints: withValues(details.waypoints, steps) };
  }

  #execution(result: RunResult, specification: RunSpecification | undefined): ExecutionDetails {
    const { log } = result;
    const facts = Object.fromEntries(
      EXECUTION_FACTS.flatMap((name) => (result[name] === undefined ? [] : [[name, result[name]]])),
    );
    const excerpt =
      log === undefined
        ? undefined
        : logExcerpt(this.#spool.fileOf(log), this.#attach(result.run, log));
    const samples = this.#spool.readWholeResult(result.run)?.samples;
    return {
      ...facts,
      ...defined({ samples }),
      ...defined({ commandLine: specification?.commandLine }),
      ...defined({ log: excerpt }),
    };
  }
}

function partRun(
  { judged, result, witness, validations }: Judgement,
  linters: ReadonlySet<string>,
): PartRun {
  return {
    ...judged,
    verificationStatus: result.status,
    witnessFacts: witness,
    checks: rawOpinions(validations, witness, linters).map(
      ({ cpuTimeSeconds: _, ...check }): Check => check,
    ),
  };
}

const EXECUTION_FACTS = [
  "run",
  "exitCode",
  "signal",
  "terminationReason",
  "cpuTimeSeconds",
  "wallTimeSeconds",
  "memoryBytes",
  "usage",
  "disturbances",
  "measurement",
  "isolation",
  "host",
  "startedAt",
  "attempt",
] as const satisfies readonly (keyof ExecutionDetails & keyof RunResult)[];

/** Larger programs are not shown, because a page is unsuitable for reading them. */
const SOURCE_BYTES = 400_000;

/**
 * Automata of longer programs would take too long to make, and more than these per category too
 * much space.
 */
const AUTOMATON_BYTES = 200_000;
const ALL_AUTOMATA_BYTES = 4_000_000;

/** Reads only files with the content that the competition used. */
function sourcesOf(root: string, tasks: readonly ResolvedTask[]): SourcesFile {
  const texts: Record<string, string> = {};
  const byTask: Record<string, readonly FileReference[]> = {};
  for (const task of tasks) {
    const shown = programsIn(root, task).map(({ text, ...reference }) => {
      texts[reference.sha256] = text;
      return reference;
    });
    if (shown.length > 0) byTask[task.id] = shown;
  }
  return { texts, tasks: byTask };
}

/** The input files, and those of input folders, in the order of the task. */
function programsIn(
  root: string,
  { inputFiles, files }: ResolvedTask,
): readonly (FileReference & { readonly text: string })[] {
  return inputFiles.flatMap((input) => {
    const own = files.filter(({ path }) => path === input || path.startsWith(`${input}/`));
    return own.flatMap((reference) => textOf(root, reference) ?? []);
  });
}

/** Undefined where the file is not the one that was used, too long, or no text. */
function textOf(
  root: string,
  reference: FileReference,
): (FileReference & { readonly text: string }) | undefined {
  const file = join(root, reference.path);
  if (!existsSync(file)) return undefined;
  const bytes = readFileSync(file);
  if (bytes.length > SOURCE_BYTES || sha256(bytes) !== reference.sha256) return undefined;
  return bytes.includes(0) ? undefined : { ...reference, text: bytes.toString("utf8") };
}
