/**
 * From a definition to everything it names: tasks selected, files hashed, properties read, tools
 * found. All faults of the input are found here, before the first run.
 */
import { realpathSync } from "node:fs";
import { relative, resolve } from "node:path";
import { isFolder } from "../../ground/files/index.ts";
import {
  type BaseCategory,
  type Edition,
  hasWitnessRule,
  type VerificationTask,
} from "../../ground/model/index.ts";
import type { Diagnostic } from "../../ground/util/diagnostic.ts";
import { InputError } from "../../ground/util/errors.ts";
import { folderOf } from "../../ground/util/path.ts";
import {
  installTool,
  isInside,
  type ToolInstallation,
  type ToolSource,
} from "../execution/index.ts";
import { type SelectedTasks, TaskSelector } from "../tasks/index.ts";
import { type CompetitionDefinition, plainCategory, type ToolDefinition } from "./definition.ts";
import { parseCompetition } from "./definition-file.ts";
import { doubleTaskWarnings } from "./double-tasks.ts";
import { FileHashes } from "./file-hashes.ts";
import { readFmToolsFolder } from "./fm-tools-folder.ts";
import type { Places } from "./places.ts";
import type { ResolvedCompetition, ResolvedTask, ResolvedTool, VoidTask } from "./resolved.ts";
import { readInput, taskFolder } from "./task-folder.ts";
import { witnessFormatOptions } from "./witness-format-options.ts";

export interface Resolution {
  readonly definition: CompetitionDefinition;
  readonly competition: ResolvedCompetition;
  readonly places: Places;
  /** By participant or validator id. */
  readonly installations: ReadonlyMap<string, ToolInstallation>;
  readonly warnings: readonly Diagnostic[];
}

/**
 * Reads `competition.yml` and all it refers to.
 * @throws InputError for faults of the definition, the tasks or the properties.
 * @throws PlatformError when a tool is missing.
 */
export function resolveCompetition(file: string): Resolution {
  const definition = parseCompetition(readInput(file, file), file);
  const folder = resolve(folderOf(file));
  const taskRoot = taskFolderOf(definition, folder);
  const warnings: Diagnostic[] = [];
  const tasks = resolveTasks(definition, taskRoot, warnings);
  const tools = [...definition.participants, ...definition.validators];
  const places: Places = {
    definition: resolve(file),
    taskRoot,
    modulePath: definition.modulePath.map((path) => resolve(folder, path)),
    tools: Object.fromEntries(tools.map((tool) => [tool.id, sourceOf(tool, folder)])),
  };
  const installations = findTools(tools, places);
  refuseVisibleTasks(file, installations, taskRoot, tasks);
  const withVersion = <T extends ToolDefinition>(
    tool: T,
  ): Omit<T, "directory"> & Pick<ResolvedTool, "version"> => {
    const { directory: _, ...rest } = tool;
    return { ...rest, version: (installations.get(tool.id) as ToolInstallation).version };
  };
  const competition: ResolvedCompetition = {
    name: definition.name,
    edition: definition.edition,
    limits: definition.limits,
    categories: definition.categories.map(plainCategory),
    participants: definition.participants.map((participant) => {
      const { info } = installations.get(participant.id) as ToolInstallation;
      const added = witnessFormatOptions(info, participant.options, definition.edition);
      return withVersion({ ...participant, options: [...participant.options, ...added] });
    }),
    validators: definition.validators.map(withVersion),
    tasks,
    voidTasks: resolveVoidTasks(definition, tasks),
    ...fmToolsOf(definition, folder),
    ...(definition.excludedTools.length === 0 ? {} : { excludedTools: definition.excludedTools }),
  };
  return { definition, competition, places, installations, warnings };
}

/** Entries about participants and validators; others are ignored. */
function fmToolsOf(
  { fmTools, participants, validators }: CompetitionDefinition,
  folder: string,
): Pick<ResolvedCompetition, "fmTools"> {
  if (fmTools === undefined) return {};
  const entries = readFmToolsFolder(resolve(folder, fmTools));
  const ids = new Set([...participants, ...validators].map(({ id }) => id));
  return { fmTools: [...ids].flatMap((id) => entries.get(id) ?? []) };
}

/** Configurations of one tool share its folder, which is large: it is searched once. */
function findTools(
  tools: readonly ToolDefinition[],
  places: Places,
): ReadonlyMap<string, ToolInstallation> {
  const found = new Map<string, ToolInstallation>();
  return new Map(
    tools.map(({ id, tool }) => {
      const source = places.tools[id] as ToolSource;
      const key = JSON.stringify([tool, source]);
      const installation = found.get(key) ?? installTool(tool, source, places.modulePath);
      found.set(key, installation);
      return [id, installation];
    }),
  );
}

function sourceOf({ directory }: ToolDefinition, folder: string): ToolSource {
  if (directory === undefined) return { kind: "system" };
  if (directory === "builtin") return { kind: "builtin" };
  return { kind: "folder", folder: resolve(folder, directory) };
}

/** Real path of the folder of the tasks. */
function taskFolderOf({ file, tasks }: CompetitionDefinition, folder: string): string {
  const path = resolve(folder, tasks);
  if (!isFolder(path)) {
    throw fault(file, `the folder of the tasks, ${path}, does not exist`);
  }
  return realpathSync(path);
}

/**
 * The runs of a tool see its folder. Tasks below the folder are covered there, but not those of a
 * task folder that contains the tool folder.
 */
function refuseVisibleTasks(
  file: string,
  installations: ReadonlyMap<string, ToolInstallation>,
  taskRoot: string,
  tasks: readonly ResolvedTask[],
): void {
  // Configurations of one tool share its paths.
  const tools = new Map(
    [...installations].flatMap(([id, { paths }]) => paths.map((path) => [path, id])),
  );
  for (const [path, tool] of tools) {
    if (!isInside(path, taskRoot)) continue;
    const shown = relative(taskRoot, path);
    const visible = tasks.find(
      ({ definitionFile }) =>
        shown === "" || definitionFile === shown || definitionFile.startsWith(`${shown}/`),
    );
    if (visible !== undefined) {
      throw fault(
        file,
        `the tool ${tool} would see expected verdicts: its folder holds ${visible.definitionFile}`,
      );
    }
  }
}

function resolveTasks(
  definition: CompetitionDefinition,
  taskRoot: string,
  warnings: Diagnostic[],
): ResolvedTask[] {
  const selector = new TaskSelector(taskFolder(taskRoot));
  // Faults are those of sets and tasks; the message must also name the category that uses them.
  const selectFor = (category: string, select: () => SelectedTasks): SelectedTasks => {
    try {
      return select();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const hint = `the category ${category} of ${definition.file} asks for it`;
      throw new InputError(
        error.diagnostics.map((each) => ({ hint, ...each })),
        { cause: error },
      );
    }
  };
  const hashes = new FileHashes(taskRoot, definition.edition);
  const tasks = new Map<string, ResolvedTask>();
  for (const category of definition.categories) {
    if (category.kind === "meta") continue;
    if (isWithoutRule(category, definition.edition)) {
      const message = `${definition.edition.name} has no rule for witnesses of ${category.property}: in ${category.name} the verdict alone counts`;
      const code = "no-witness-rule";
      warnings.push({ severity: "warning", code, message, file: definition.file });
    }
    const selected = selectFor(category.name, () => selector.select(category.selection));
    warnings.push(...selected.warnings);
    if (selected.tasks.length === 0) {
      throw fault(
        definition.file,
        `the category ${category.name} has no task for the property ${category.property}`,
      );
    }
    for (const task of selected.tasks) {
      const known = tasks.get(task.id);
      const categories = [...(known?.categories ?? []), category.name];
      tasks.set(task.id, { ...(known ?? resolveTask(task, hashes)), categories });
    }
  }
  const resolved = [...tasks.values()];
  warnings.push(...doubleTaskWarnings(resolved, definition, taskRoot));
  return resolved;
}

function isWithoutRule(category: BaseCategory, edition: Edition): boolean {
  return edition.validation.procedure !== "none" && !hasWitnessRule(edition, category);
}

/**
 * A definition file stands for all its tasks. @throws InputError for entries that match no task.
 */
export function resolveVoidTasks(
  { voidTasks }: Pick<CompetitionDefinition, "voidTasks">,
  tasks: readonly Pick<ResolvedTask, "id" | "definitionFile">[],
): readonly VoidTask[] {
  const faults: Diagnostic[] = [];
  const reasons = new Map<string, string>();
  for (const { task, reason, place } of voidTasks) {
    const meant = tasks.filter(({ id, definitionFile }) => task === id || task === definitionFile);
    if (meant.length === 0) {
      const message = `the competition has no task '${task}'`;
      const hint = "expected a task-definition file relative to 'tasks', or FILE#PROPERTY";
      faults.push({ severity: "error", code: "unknown-task", message, hint, ...place });
    }
    for (const { id } of meant) reasons.set(id, reason);
  }
  if (faults.length > 0) throw new InputError(faults);
  return [...reasons].map(([task, reason]) => ({ task, reason }));
}

function resolveTask(task: VerificationTask, hashes: FileHashes): ResolvedTask {
  const property = hashes.reference(task.propertyFile);
  hashes.checkProperty(task);
  const inputs = [...task.inputFiles, ...task.requiredFiles].flatMap((path) =>
    hashes.references(path),
  );
  // One folder of a task may contain another.
  const files = new Map([property, ...inputs].map((file) => [file.path, file]));
  return { ...task, categories: [], files: [...files.values()] };
}

function fault(file: string, message: string): InputError {
  return new InputError([{ severity: "error", code: "invalid-competition", message, file }]);
}
