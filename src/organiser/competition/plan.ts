/**
 * The runs of a competition: pure functions of the resolved competition (and, for validation, of a
 * verification result). A run's identity is the hash of everything that decides its behaviour, so
 * planning again finds old results.
 */

import { sha256 } from "../../ground/files/index.ts";
import {
  type Limits,
  type MountedFile,
  parseStatus,
  type RunPhase,
  type RunResult,
  type RunSpecification,
  runIdentityFields,
  type Verdict,
  witnessRequirement,
} from "../../ground/model/index.ts";
import { canonicalJson, type JsonValue } from "../../ground/util/canonical-json.ts";
import { defined } from "../../ground/util/defined.ts";
import { PlatformError } from "../../ground/util/errors.ts";
import { baseNameOf, folderOf } from "../../ground/util/path.ts";
import type { WitnessFacts } from "../scoring/index.ts";
import {
  findToolInfo,
  isLinterModule,
  ownVersion,
  type ToolInfo,
  type ToolTask,
} from "../tools/index.ts";
import { coveredBaseCategories, type WitnessKind } from "./definition.ts";
import type { ResolvedCompetition, ResolvedTask, ResolvedTool } from "./resolved.ts";

export interface VerificationPlan {
  readonly runs: readonly RunSpecification[];
  /** Pairs that a tool does not support, with the reason. */
  readonly unsupported: readonly {
    readonly tool: string;
    readonly task: string;
    readonly reason: string;
  }[];
}

/** The source of command lines for the plan. */
export type ToolInfoOf = (
  tool: ResolvedTool,
) => Pick<ToolInfo, "executable" | "resultFiles" | "commandLine">;

const nativeModules: ToolInfoOf = ({ tool }) => findToolInfo(tool);

/** Folders that a run sees in its working directory. */
const FOLDERS = { task: "task", property: "property", witness: "witness" } as const;

/** A pair of participant and task; numbers are indices into the lists of the competition. */
export interface PlannedPair {
  readonly taskIndex: number;
  readonly participantIndex: number;
  /** From 1. */
  readonly repetition: number;
  /** The run, or the reason why the tool does not support the task. */
  readonly outcome: RunSpecification | { readonly reason: string };
}

/**
 * All verification runs one by one, because there may be millions: task by task, so that
 * participants meet equal conditions. Repetitions come when all has been run once: so a temporary
 * disturbance of the machine affects only one of them.
 */
export function* plannedPairs(
  competition: ResolvedCompetition,
  modules: ToolInfoOf = nativeModules,
): Generator<PlannedPair> {
  const covered = competition.participants.map((participant) =>
    coveredBaseCategories(competition.categories, participant.categories),
  );
  for (let repetition = 1; repetition <= (competition.repeat ?? 1); repetition++) {
    for (const [taskIndex, task] of competition.tasks.entries()) {
      for (const [participantIndex, participant] of competition.participants.entries()) {
        if (!task.categories.some((category) => covered[participantIndex]?.has(category))) continue;
        const outcome = outcomeOf(() =>
          specifyVerification(competition, participant, task, modules, repetition),
        );
        yield { taskIndex, participantIndex, repetition, outcome };
      }
    }
  }
}

function outcomeOf(specification: () => RunSpecification): PlannedPair["outcome"] {
  try {
    return specification();
  } catch (error) {
    const isRefusal = error instanceof PlatformError && error.code === "ERR_TASK_NOT_SUPPORTED";
    if (!isRefusal) throw error;
    return { reason: error.message };
  }
}

/** @throws PlatformError `ERR_TASK_NOT_SUPPORTED`. */
export function specifyVerification(
  competition: ResolvedCompetition,
  participant: ResolvedTool,
  task: ResolvedTask,
  modules: ToolInfoOf = nativeModules,
  repetition = 1,
): RunSpecification {
  const limits = competition.limits.verification;
  const purpose: Purpose = { phase: "verification", limits, witness: undefined, repetition };
  return specify(modules(participant), participant, task, purpose);
}

/** As {@link plannedPairs}, all at once. */
export function planVerification(
  competition: ResolvedCompetition,
  modules: ToolInfoOf = nativeModules,
): VerificationPlan {
  const runs: RunSpecification[] = [];
  const unsupported: { tool: string; task: string; reason: string }[] = [];
  for (const pair of plannedPairs(competition, modules)) {
    const { taskIndex, participantIndex, repetition, outcome } = pair;
    if ("id" in outcome) runs.push(outcome);
    else if (repetition === 1) {
      const tool = competition.participants[participantIndex]?.id as string;
      const task = competition.tasks[taskIndex]?.id as string;
      unsupported.push({ tool, task, reason: outcome.reason });
    }
  }
  return { runs, unsupported };
}

/**
 * The runs that check the witness of a verification result: none unless the edition's table
 * requires them.
 */
export function planValidation(
  competition: ResolvedCompetition,
  task: ResolvedTask,
  result: RunResult,
  witness: WitnessFacts,
  modules: ToolInfoOf = nativeModules,
): readonly RunSpecification[] {
  if (result.repetition !== undefined) return [];
  const { verdict } = parseStatus(result.status);
  if (verdict === undefined || verdict.kind === "unknown") return [];
  if (result.witness === undefined || witness.state !== "present") return [];
  const kind: WitnessKind = verdict.kind === "true" ? "correctness" : "violation";
  if (witness.kind !== kind || !needsValidation(competition, task, verdict, witness.version)) {
    return [];
  }
  const mounted: MountedFile = {
    ...result.witness,
    mountPath: `${FOLDERS.witness}/${baseNameOf(result.witness.path)}`,
  };
  return lintersFirst(competition.validators)
    .filter((validator) => validator.kinds.includes(kind))
    .flatMap((validator) => {
      const purpose: Purpose = {
        phase: `${kind}-validation`,
        limits: competition.limits[`${kind}Validation`],
        witness: { file: mounted, validates: result.run },
      };
      const outcome = outcomeOf(() => specify(modules(validator), validator, task, purpose));
      return "id" in outcome ? [outcome] : [];
    });
}

/** The findings of a linter may explain the answers of the others. */
function lintersFirst<T extends { readonly tool: string }>(validators: readonly T[]): readonly T[] {
  const [linters, others] = [true, false].map((wanted) =>
    validators.filter(({ tool }) => isLinterModule(tool) === wanted),
  );
  return [...(linters ?? []), ...(others ?? [])];
}

/** Whether a mounted file belongs to the spool rather than to the tasks. */
export function isWitnessFile({ mountPath }: MountedFile): boolean {
  return mountPath.startsWith(`${FOLDERS.witness}/`);
}

function needsValidation(
  competition: ResolvedCompetition,
  task: ResolvedTask,
  verdict: Exclude<Verdict, { readonly kind: "unknown" }>,
  version: string,
): boolean {
  const { edition, categories } = competition;
  return categories.some((category) => {
    if (category.kind !== "base" || !task.categories.includes(category.name)) return false;
    const requirement = witnessRequirement(edition, category, verdict);
    return (
      requirement.kind !== "none" && requirement.versions.some((accepted) => accepted === version)
    );
  });
}

interface Purpose {
  readonly phase: RunPhase;
  readonly limits: Limits;
  readonly witness: { readonly file: MountedFile; readonly validates: string } | undefined;
  /** From 1; default: 1. */
  readonly repetition?: number;
}

/**
 * In a validator's options: replaced by the path of the witness, for tools that need it at a
 * certain place.
 */
const WITNESS_PLACE = "$" + "{witness}";

function specify(
  info: ReturnType<ToolInfoOf>,
  tool: ResolvedTool,
  task: ResolvedTask,
  purpose: Purpose,
): RunSpecification {
  const mountPathOf = mountPaths(task);
  const property = `${FOLDERS.property}/${baseNameOf(task.propertyFile)}`;
  const files: MountedFile[] = task.files.flatMap((file) => [
    ...(file.path === task.propertyFile ? [{ ...file, mountPath: property }] : []),
    // A folder of the program may hold the property file, too.
    ...(isInput(file.path, task) ? [{ ...file, mountPath: mountPathOf(file.path) }] : []),
  ]);
  if (purpose.witness !== undefined) files.push(purpose.witness.file);
  const witness = purpose.witness?.file.mountPath;
  const isPlaced = tool.options.some((option) => option.includes(WITNESS_PLACE));
  const options =
    witness === undefined
      ? tool.options
      : tool.options.map((option) => option.replaceAll(WITNESS_PLACE, witness));
  const programs = task.inputFiles.map(mountPathOf);
  const handedOver = isPlaced ? undefined : witness;
  const toolTask: ToolTask = {
    inputFiles: handedOver === undefined ? programs : [...programs, handedOver],
    propertyFile: property,
    options: {
      language: task.language,
      ...defined({ data_model: task.dataModel }),
      ...(handedOver === undefined ? {} : { witness_input_file: baseNameOf(handedOver) }),
    },
  };
  const asked = { options, task: toolTask, limits: purpose.limits };
  const fields = runIdentityFields({
    phase: purpose.phase,
    tool: tool.id,
    toolVersion: tool.version,
    commandLine: info.commandLine(
      info.executable,
      asked.options,
      asked.task,
      asked.limits,
      ownVersion(tool.version),
    ),
    files,
    resultFiles: purpose.witness === undefined ? info.resultFiles : [],
    task: task.id,
    property: task.property,
    limits: purpose.limits,
    ...defined({ validates: purpose.witness?.validates }),
    ...((purpose.repetition ?? 1) === 1 ? {} : { repetition: purpose.repetition as number }),
  });
  return { id: identityOf(fields), ...fields, asked };
}

/** For a file, its content and its name inside the run count, not its place on the host. */
function identityOf({ files, ...fields }: Omit<RunSpecification, "id">): string {
  const contents = files.map(({ mountPath, sha256: content }) => ({ mountPath, sha256: content }));
  return sha256(canonicalJson({ ...fields, files: contents } as unknown as JsonValue));
}

/** Whether the file is an input or is in a folder that is one. */
function isInput(file: string, { inputFiles, requiredFiles }: ResolvedTask): boolean {
  return [...inputFiles, ...requiredFiles].some(
    (input) => file === input || file.startsWith(`${input}/`),
  );
}

/** Inputs keep their names and their relative places, but not the folders above. */
function mountPaths(task: ResolvedTask): (path: string) => string {
  const programs = [...task.inputFiles, ...task.requiredFiles];
  const root = commonFolder(programs.map(folderOf));
  return (path) => `${FOLDERS.task}/${root === "." ? path : path.slice(root.length + 1)}`;
}

function commonFolder(folders: readonly string[]): string {
  const split = folders.map((folder) => (folder === "." ? [] : folder.split("/")));
  const [first = [], ...others] = split;
  let length = first.length;
  for (const other of others) {
    const difference = first.findIndex((name, index) => name !== other[index]);
    if (difference >= 0) length = Math.min(length, difference);
  }
  return length === 0 ? "." : first.slice(0, length).join("/");
}
