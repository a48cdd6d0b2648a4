import {
  type DataModel,
  type Language,
  type TaskDefinition,
  type TaskProperty,
  taskId,
  type VerificationTask,
} from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import type { Diagnostic } from "../../ground/util/diagnostic.ts";
import { InputError } from "../../ground/util/errors.ts";
import { folderOf, joinPath } from "../../ground/util/path.ts";
import { definitionOfProgram, isProgramPath } from "./file-name-verdict.ts";
import { Glob, type ListFolder } from "./glob.ts";
import { parseTaskDefinition } from "./task-definition-file.ts";
import { parseTaskSet } from "./task-set.ts";

/** Access to a folder of tasks; all paths are `/`-separated and relative to its root. */
export interface TaskFiles {
  readonly listFolder: ListFolder;
  /** Text of a file. Only called for files that were listed, or that the selection names. */
  readonly readText: (path: string) => string;
}

/** A base category: included minus excluded definitions, restricted to those that have the property. */
export interface TaskSelection {
  /** Name of the property (base name of its file). */
  readonly property: string;
  /** Paths of `.set` files. */
  readonly sets: readonly string[];
  readonly excludedSets?: readonly string[];
  /** Patterns of task definitions that are named directly, relative to the root. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /**
   * Property file of programs that the sets name in place of task definitions, as until 2018: their
   * names contain the expected verdicts. Relative to the root.
   */
  readonly propertyFile?: string;
  /** For definitions without these facts (format 1.0). Default: language C, no data model. */
  readonly defaults?: { readonly language?: Language; readonly dataModel?: DataModel };
}

export interface SelectedTasks {
  /** Without duplicates, in the order of the sets and patterns. */
  readonly tasks: readonly VerificationTask[];
  /** E.g. patterns that match nothing, unknown keys. */
  readonly warnings: readonly Diagnostic[];
}

/**
 * Reads task sets and the task definitions they name. Definitions are read
 * once, so that one selector serves all categories of a competition.
 */
export class TaskSelector {
  readonly #files: TaskFiles;
  readonly #glob: Glob;
  readonly #definitions = new Map<string, TaskDefinition>();

  constructor(files: TaskFiles) {
    this.#files = files;
    this.#glob = new Glob(files.listFolder);
  }

  /** @throws InputError when a set or definition is faulty, or a named file does not exist. */
  select(selection: TaskSelection): SelectedTasks {
    const warnings: Diagnostic[] = [];
    const included = this.#definitionFiles(selection.sets, selection.include ?? [], warnings);
    const excluded = new Set(
      this.#definitionFiles(selection.excludedSets ?? [], selection.exclude ?? [], warnings),
    );
    const tasks = [...new Set(included)]
      .filter((file) => !excluded.has(file))
      .flatMap((file) => this.#task(file, selection, warnings) ?? []);
    return { tasks, warnings };
  }

  #definitionFiles(
    sets: readonly string[],
    patterns: readonly string[],
    warnings: Diagnostic[],
  ): readonly string[] {
    const fromSets = sets.flatMap((set) => {
      const found = parseTaskSet(this.#files.readText(set)).flatMap(({ pattern, line }) => {
        const files = this.#glob.expand(pattern, folderOf(set));
        if (files.length === 0) {
          warnings.push(warning(set, `the pattern '${pattern}' matches no file`, line));
        }
        return files;
      });
      if (found.length === 0) warnings.push(warning(set, "the set is empty"));
      return found;
    });
    const named = patterns.flatMap((pattern) => {
      const files = this.#glob.expand(pattern, ".");
      if (files.length === 0) throw inputError(pattern, "no file matches this pattern");
      return files;
    });
    const files = [...fromSets, ...named];
    const stray = files.find((file) => !file.endsWith(".yml") && !isProgramPath(file));
    if (stray !== undefined) {
      throw inputError(stray, "expected a task definition (.yml), or a program (.c, .i)");
    }
    return files;
  }

  #definition(
    file: string,
    selection: TaskSelection,
    warnings: Diagnostic[],
  ): TaskDefinition | undefined {
    if (isProgramPath(file)) return programDefinition(file, selection, warnings);
    let definition = this.#definitions.get(file);
    if (definition === undefined) {
      definition = parseTaskDefinition(this.#files.readText(file), file, warnings);
      this.#definitions.set(file, definition);
    }
    return definition;
  }

  #task(
    file: string,
    selection: TaskSelection,
    warnings: Diagnostic[],
  ): VerificationTask | undefined {
    const { property, defaults = {} } = selection;
    const definition = this.#definition(file, selection, warnings);
    if (definition === undefined) return undefined;
    const matching = definition.properties.filter(({ propertyName }) => propertyName === property);
    const [taskProperty] = matching;
    if (taskProperty === undefined) return undefined;
    if (matching.length > 1) throw inputError(file, `the property ${property} is listed twice`);
    const dataModel = definition.dataModel ?? defaults.dataModel;
    return {
      id: taskId(file, property),
      definitionFile: file,
      property,
      propertyFile: this.#propertyFile(definition, taskProperty),
      inputFiles: this.#expandAll(definition, definition.inputFiles),
      requiredFiles: this.#expandAll(definition, definition.requiredFiles),
      language: definition.language ?? defaults.language ?? "C",
      ...defined({ dataModel, expectedVerdict: taskProperty.expectedVerdict }),
    };
  }

  #propertyFile(definition: TaskDefinition, { propertyFile }: TaskProperty): string {
    const [found, ...more] = this.#expandAll(definition, [propertyFile]);
    if (found === undefined || more.length > 0) {
      throw inputError(definition.file, `'${propertyFile}' must match exactly one property file`);
    }
    return found;
  }

  #expandAll(definition: TaskDefinition, patterns: readonly string[]): readonly string[] {
    const folder = folderOf(definition.file);
    return patterns.flatMap((pattern) => {
      const files = this.#glob.expand(pattern, folder);
      if (files.length === 0) {
        throw inputError(definition.file, `no file matches '${joinPath(folder, pattern)}'`);
      }
      return files;
    });
  }
}

/** Undefined, with a warning: the program's name contains no verdict. */
function programDefinition(
  file: string,
  { property, propertyFile, defaults = {} }: TaskSelection,
  warnings: Diagnostic[],
): TaskDefinition | undefined {
  if (propertyFile === undefined) {
    throw inputError(
      file,
      `a program in place of a task definition (.yml): the category then needs 'propertyFile', the file with ${property}`,
    );
  }
  const { dataModel } = defaults;
  const told = definitionOfProgram(file, { property, propertyFile, ...defined({ dataModel }) });
  if (told === undefined) {
    warnings.push(warning(file, `its name contains no verdict for ${property}: it is left out`));
  }
  return told;
}

function warning(file: string, message: string, line?: number): Diagnostic {
  return {
    severity: "warning",
    code: "questionable-task-set",
    message,
    file,
    ...defined({ line }),
  };
}

function inputError(file: string, message: string): InputError {
  return new InputError([{ severity: "error", code: "invalid-task", message, file }]);
}
