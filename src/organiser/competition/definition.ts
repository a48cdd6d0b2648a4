import type {
  BaseCategory,
  Category,
  Edition,
  Limits,
  MetaCategory,
} from "../../ground/model/index.ts";
import type { Diagnostic } from "../../ground/util/diagnostic.ts";
import type { TaskSelection } from "../tasks/index.ts";

/**
 * A competition as defined by its `competition.yml`, with defaults filled in. Paths are as written.
 */
export interface CompetitionDefinition {
  /** Path of the definition file as given by the caller. */
  readonly file: string;
  readonly name: string;
  readonly edition: Edition;
  /** Folder of the tasks, relative to the definition file. */
  readonly tasks: string;
  readonly limits: PhaseLimits;
  /** In table order. */
  readonly categories: readonly CategoryDefinition[];
  /** In table order. */
  readonly participants: readonly ParticipantDefinition[];
  readonly validators: readonly ValidatorDefinition[];
  readonly voidTasks: readonly VoidTaskDefinition[];
  readonly excludedTools: readonly ExcludedTool[];
  /** Folder with entries of FM-Tools, relative to the definition file. */
  readonly fmTools?: string;
  /** Folders with Python tool-info modules, relative to the definition file; BenchExec's may be one. */
  readonly modulePath: readonly string[];
  /** Folder of the spool, relative to the definition file; undefined: the caller decides. */
  readonly output?: string;
}

/** A task that is taken out after the freeze: it is run, but does not count. */
export interface VoidTaskDefinition {
  /** A task-definition file relative to the task folder, or one task of it: `FILE#PROPERTY`. */
  readonly task: string;
  readonly reason: string;
  /** Position of `task`: whether it exists is known only after reading the tasks. */
  readonly place: Pick<Diagnostic, "file" | "line" | "column" | "sourceLine">;
}

/** A participant that the organisers took out of the ranking; it is run, and its results appear. */
export interface ExcludedTool {
  /** `id` of the participant. */
  readonly tool: string;
  readonly reason: string;
}

export interface PhaseLimits {
  readonly verification: Limits;
  readonly violationValidation: Limits;
  readonly correctnessValidation: Limits;
}

export type CategoryDefinition =
  | (BaseCategory & { readonly selection: TaskSelection })
  | MetaCategory;

export interface ToolDefinition {
  readonly id: string;
  readonly name: string;
  /** Name of the native tool-info module, or full name of a Python one. */
  readonly tool: string;
  /** `builtin`, a folder relative to the definition file, or undefined: installed in the system. */
  readonly directory?: string;
  readonly options: readonly string[];
}

export interface ParticipantDefinition extends ToolDefinition {
  /** Names of base or meta categories; default: all. */
  readonly categories: readonly string[];
  readonly optOut: readonly string[];
  readonly horsConcours: boolean;
}

export type WitnessKind = "violation" | "correctness";

export interface ValidatorDefinition extends ToolDefinition {
  readonly kinds: readonly WitnessKind[];
}

/** The category for scoring, without the selection of its tasks. */
export function plainCategory(category: CategoryDefinition): Category {
  if (category.kind === "meta") return category;
  const { selection: _, ...plain } = category;
  return plain;
}

/** Names of the base categories that `names` cover, through any number of meta categories. */
export function coveredBaseCategories(
  categories: readonly Category[],
  names: readonly string[],
): ReadonlySet<string> {
  const byName = new Map(categories.map((category) => [category.name, category]));
  const covered = new Set<string>();
  const visit = (name: string): void => {
    const category = byName.get(name);
    if (category?.kind === "base") covered.add(name);
    else for (const child of category?.children ?? []) visit(child);
  };
  for (const name of names) visit(name);
  return covered;
}
