/**
 * The runs of a competition: pure functions of the resolved competition (and,
 * for validation, of a verification result). A run's identity is the hash of
 * everything that decides what it does, so planning again finds old results.
 */
import { sha256 } from "../execution/index.ts";
import {
  type Limits,
  type MountedFile,
  parseStatus,
  type RunPhase,
  type RunResult,
  type RunSpecification,
  runIdentityFields,
  type Verdict,
} from "../model/index.ts";
import { type WitnessFacts, witnessRequirement } from "../scoring/index.ts";
import { findToolInfo, type ToolTask } from "../tools/index.ts";
import { canonicalJson, type JsonValue } from "../util/canonical-json.ts";
import { PlatformError } from "../util/errors.ts";
import { baseNameOf, folderOf } from "../util/path.ts";
import { coveredBaseCategories, type WitnessKind } from "./definition.ts";
import type { ResolvedCompetition, ResolvedTask, ResolvedTool } from "./resolved.ts";

export interface VerificationPlan {
  readonly runs: readonly RunSpecification[];
  /** Pairs that a tool cannot take, with the reason. */
  readonly unsupported: readonly {
    readonly tool: string;
    readonly task: string;
    readonly reason: string;
  }[];
}

/** Folders that a run sees in its working directory. */
const FOLDERS = { task: "task", property: "property", witness: "witness" } as const;

/** All verification runs, task by task, so that participants meet equal conditions. */
export function planVerification(competition: ResolvedCompetition): VerificationPlan {
  const runs: RunSpecification[] = [];
  const unsupported: { tool: string; task: string; reason: string }[] = [];
  const participants = competition.participants.map((participant) => ({
    participant,
    covered: coveredBaseCategories(competition.categories, participant.categories),
  }));
  for (const task of competition.tasks) {
    for (const { participant, covered } of participants) {
      if (!task.categories.some((category) => covered.has(category))) continue;
      try {
        runs.push(
          specify(participant, task, {
            phase: "verification",
            limits: competition.limits.verification,
            witness: undefined,
          }),
        );
      } catch (error) {
        const isRefusal = error instanceof PlatformError && error.code === "ERR_TASK_NOT_SUPPORTED";
        if (!isRefusal) throw error;
        unsupported.push({ tool: participant.id, task: task.id, reason: error.message });
      }
    }
  }
  return { runs, unsupported };
}

/** The runs that check the witness of a verification result: none unless the edition's table asks for it. */
export function planValidation(
  competition: ResolvedCompetition,
  task: ResolvedTask,
  result: RunResult,
  witness: WitnessFacts,
): readonly RunSpecification[] {
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
  return competition.validators
    .filter((validator) => validator.kinds.includes(kind))
    .map((validator) =>
      specify(validator, task, {
        phase: `${kind}-validation`,
        limits: competition.limits[`${kind}Validation`],
        witness: { file: mounted, validates: result.run },
      }),
    );
}

/** Whether a mounted file lies in the spool rather than among the tasks. */
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
}

function specify(tool: ResolvedTool, task: ResolvedTask, purpose: Purpose): RunSpecification {
  const info = findToolInfo(tool.tool);
  const mountPathOf = mountPaths(task);
  const files: MountedFile[] = task.files.map((file) => ({
    ...file,
    mountPath: mountPathOf(file.path),
  }));
  if (purpose.witness !== undefined) files.push(purpose.witness.file);
  const toolTask: ToolTask = {
    inputFiles: task.inputFiles.map(mountPathOf),
    propertyFile: mountPathOf(task.propertyFile),
    language: task.language,
    ...(task.dataModel === undefined ? {} : { dataModel: task.dataModel }),
    ...(purpose.witness === undefined ? {} : { witnessFile: purpose.witness.file.mountPath }),
  };
  const fields = runIdentityFields({
    phase: purpose.phase,
    tool: tool.id,
    toolVersion: tool.version,
    commandLine: [info.executable, ...info.commandLine(tool.options, toolTask, purpose.limits)],
    files,
    resultFiles: purpose.witness === undefined ? info.resultFiles : [],
    task: task.id,
    property: task.property,
    limits: purpose.limits,
    ...(purpose.witness === undefined ? {} : { validates: purpose.witness.validates }),
  });
  return { id: sha256(canonicalJson(fields as unknown as JsonValue)), ...fields };
}

/** Programs keep their names and their places relative to each other, but not the folders above. */
function mountPaths(task: ResolvedTask): (path: string) => string {
  const programs = [...task.inputFiles, ...task.requiredFiles];
  const root = commonFolder(programs.map(folderOf));
  return (path) => {
    if (path === task.propertyFile) return `${FOLDERS.property}/${baseNameOf(path)}`;
    return `${FOLDERS.task}/${root === "." ? path : path.slice(root.length + 1)}`;
  };
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
