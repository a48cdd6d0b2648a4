/** From a benchmark definition to its runs: files found, properties matched. */

import { existsSync, realpathSync, statSync } from "node:fs";
import { posix } from "node:path";
import type { ExpectedVerdict } from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import type { Diagnostic } from "../../ground/util/diagnostic.ts";
import { InputError } from "../../ground/util/errors.ts";
import { joinPath } from "../../ground/util/path.ts";
import { elementDiagnostic } from "../../ground/util/xml-tree.ts";
import { readInput } from "../competition/index.ts";
import { Glob, parseTaskDefinition, parseTaskSet } from "../tasks/index.ts";
import type {
  BenchmarkDefinition,
  Placed,
  PropertyReference,
  RunDefinition,
  TaskSetDefinition,
} from "./benchmark-definition.ts";
import { listAnyFolder } from "./list-any-folder.ts";
import { expandPattern } from "./shell-expansion.ts";

export interface PlannedRun {
  /** Path of the task, or its identifier when it has no files. */
  readonly identifier: string;
  readonly inputFiles: readonly string[];
  readonly requiredFiles: readonly string[];
  readonly options: readonly string[];
  /** Options of its task set, as written there. */
  readonly ownOptions: readonly string[];
  readonly propertyFile?: string;
  readonly expectedVerdict?: ExpectedVerdict;
  readonly taskOptions?: Readonly<Record<string, unknown>>;
}

export interface PlannedTaskSet {
  /** Its number where it has no name. */
  readonly name: string;
  readonly isNamed: boolean;
  readonly runs: readonly PlannedRun[];
}

export interface PlannedRunSet {
  readonly name?: string;
  /** Options of the benchmark and the run definition. */
  readonly options: readonly string[];
  /** Path of the property file as written there. */
  readonly property?: string;
  readonly taskSets: readonly PlannedTaskSet[];
}

export interface PlanOptions {
  /** Names with wildcards; none: all. */
  readonly runDefinitions: readonly string[];
  readonly taskSets: readonly string[];
  /** Values of `${benchmark_name}` and the like. */
  readonly variables: ReadonlyMap<string, string>;
  readonly warn: (finding: Diagnostic) => void;
}

/** @throws InputError with positions in the definition. */
export function planBenchmark(
  definition: BenchmarkDefinition,
  options: PlanOptions,
): readonly PlannedRunSet[] {
  return new Planner(definition, options).plan();
}

class Planner {
  readonly #definition: BenchmarkDefinition;
  readonly #options: PlanOptions;
  readonly #folder: string;
  readonly #glob = new Glob(listAnyFolder);
  /** Number of tasks of the current run definition, with any property. */
  #tasksSeen = 0;

  constructor(definition: BenchmarkDefinition, options: PlanOptions) {
    this.#definition = definition;
    this.#options = options;
    this.#folder = posix.dirname(definition.file);
  }

  plan(): readonly PlannedRunSet[] {
    const { runDefinitions } = this.#definition;
    const wanted = this.#options.runDefinitions;
    this.#refuseUnknown(
      "run definition",
      wanted,
      runDefinitions.map(({ name }) => [name ?? ""]),
    );
    this.#refuseUnknown("task set", this.#options.taskSets, this.#taskSetNames());
    const selected = runDefinitions.filter(
      ({ name }) => wanted.length === 0 || wanted.some((pattern) => matches(name ?? "", pattern)),
    );
    return selected.map((runDefinition) => this.#runSet(runDefinition));
  }

  /** The names that select a task set: its own, and its number in the run definition. */
  #taskSetNames(): readonly (readonly string[])[] {
    const { taskSets, runDefinitions } = this.#definition;
    return runDefinitions.flatMap((runDefinition) =>
      [...taskSets, ...runDefinition.taskSets].map(({ name }, index) => [
        name ?? String(index),
        String(index),
      ]),
    );
  }

  /** A name that selects nothing is a mistake. */
  #refuseUnknown(
    what: string,
    wanted: readonly string[],
    known: readonly (readonly string[])[],
  ): void {
    for (const pattern of wanted) {
      if (known.some((names) => names.some((name) => matches(name, pattern)))) continue;
      const list = [...new Set(known.map(([name = ""]) => name))].join(", ");
      const message = `no ${what} is named '${pattern}'; there are ${list}`;
      const { file } = this.#definition;
      throw new InputError([{ severity: "error", code: "unknown-name", message, file }]);
    }
  }

  #runSet(runDefinition: RunDefinition): PlannedRunSet {
    const { name } = runDefinition;
    const options = [...this.#definition.options, ...runDefinition.options];
    const all = [...this.#definition.taskSets, ...runDefinition.taskSets];
    const wanted = this.#options.taskSets;
    this.#tasksSeen = 0;
    const taskSets = all.flatMap((taskSet, index) => {
      const number = String(index);
      const names = [taskSet.name ?? number, number];
      const isWanted =
        wanted.length === 0 ||
        wanted.some((pattern) => names.some((candidate) => matches(candidate, pattern)));
      if (!isWanted) return [];
      const runs = this.#runs(taskSet, runDefinition, options);
      return [{ name: taskSet.name ?? number, isNamed: taskSet.name !== undefined, runs }];
    });
    const property = runDefinition.property ?? this.#definition.property;
    const isEmpty = this.#tasksSeen > 0 && taskSets.every(({ runs }) => runs.length === 0);
    if (isEmpty && property !== undefined) {
      const which = name === undefined ? "" : ` of '${name}'`;
      const rule = "tasks have to name this very file, not a copy of it";
      this.#warn(property, `none of ${this.#tasksSeen} tasks${which} has the property: ${rule}`);
    }
    return { ...defined({ name, property: property?.text }), options, taskSets };
  }

  #runs(
    taskSet: TaskSetDefinition,
    runDefinition: RunDefinition,
    runSetOptions: readonly string[],
  ): readonly PlannedRun[] {
    const options = [...runSetOptions, ...taskSet.options];
    const reference = taskSet.property ?? runDefinition.property ?? this.#definition.property;
    const inSet = new Map([["rundefinition_name", runDefinition.name ?? ""]]);
    inSet.set("test_name", runDefinition.name ?? "");
    const propertyOf = this.#propertyFinder(reference, inSet);
    const files = this.#files(taskSet, inSet);
    this.#tasksSeen += files.length;
    const runs = files.flatMap((file) => {
      const run = file.endsWith(".yml")
        ? this.#taskRun(file, propertyOf(file), reference, taskSet)
        : this.#fileRun(file, propertyOf(file), taskSet);
      return run === undefined ? [] : [run];
    });
    const withoutFiles = taskSet.withoutFiles.map((identifier) => ({
      identifier,
      inputFiles: [],
      requiredFiles: [],
      ...defined({ propertyFile: propertyOf(identifier) }),
    }));
    return [...runs, ...withoutFiles].map((run) => ({
      ...run,
      options: options.map((option) => this.#substitute(option, inSet, run.identifier)),
      ownOptions: taskSet.options,
    }));
  }

  /** The property file of a task: searched once, unless its path has variables of the task. */
  #propertyFinder(
    reference: PropertyReference | undefined,
    variables: ReadonlyMap<string, string>,
  ): (identifier: string) => string | undefined {
    if (reference === undefined) return () => undefined;
    if (/\$\{(?:inputfile|taskdef)_/.test(reference.text)) {
      return (identifier) => this.#propertyFile(reference, variables, identifier);
    }
    const file = this.#propertyFile(reference, variables);
    return () => file;
  }

  #files(taskSet: TaskSetDefinition, variables: ReadonlyMap<string, string>): readonly string[] {
    const files = new Set<string>();
    for (const include of taskSet.includes) {
      const found = this.#expand(include.text, this.#folder, variables);
      if (found.length === 0) this.#warn(include, `no file matches '${include.text}'`);
      for (const file of found) files.add(file);
    }
    for (const include of taskSet.includesFiles) {
      const found = this.#setFiles(include, variables);
      if (found.length === 0) this.#fail(include, `'${include.text}' names no task`);
      for (const file of found) files.add(file);
    }
    const excluded = [
      ...taskSet.excludes.map((exclude) => ({
        exclude,
        found: this.#expand(exclude.text, this.#folder, variables),
      })),
      ...taskSet.excludesFiles.map((exclude) => ({
        exclude,
        found: this.#setFiles(exclude, variables),
      })),
    ];
    for (const { exclude, found } of excluded) {
      const removed = found.filter((file) => files.delete(file));
      if (removed.length === 0) this.#warn(exclude, `'${exclude.text}' excludes nothing`);
    }
    return [...files];
  }

  #setFiles(place: Placed, variables: ReadonlyMap<string, string>): readonly string[] {
    const sets = this.#expand(place.text, this.#folder, variables);
    if (sets.length === 0) this.#fail(place, `no file matches '${place.text}'`);
    return sets.flatMap((set) =>
      parseTaskSet(readInput(set, set)).flatMap(({ pattern, line }) => {
        const found = this.#expand(pattern, posix.dirname(set), variables);
        if (found.length === 0) {
          const message = `no file matches '${pattern}'`;
          this.#options.warn({ severity: "warning", code: "no-match", message, file: set, line });
        }
        return found;
      }),
    );
  }

  /**
   * The search of BenchExec: a pattern relative to the definition, in which variables of the
   * benchmark are not replaced, or else one file, with all variables, relative to the working
   * directory. A file that is not found in this way is searched relative to the definition.
   */
  #propertyFile(
    reference: PropertyReference,
    variables: ReadonlyMap<string, string>,
    identifier?: string,
  ): string {
    const { text } = reference;
    const written = this.#matching(text, this.#folder);
    const substituted = this.#substitute(text, variables, identifier);
    const found =
      written.length > 0
        ? written
        : isFile(substituted)
          ? [substituted]
          : this.#matching(substituted, this.#folder);
    const [file] = found;
    if (file === undefined) this.#fail(reference, `there is no property file '${reference.text}'`);
    if (found.length > 1)
      this.#warn(reference, `several files match '${reference.text}': ${file} is used`);
    if (!isFile(file)) this.#fail(reference, `${file} is not a property file`);
    return file;
  }

  #fileRun(
    file: string,
    property: string | undefined,
    taskSet: TaskSetDefinition,
  ): Omit<PlannedRun, "options" | "ownOptions"> {
    const appended = taskSet.appends.flatMap((append) => {
      const found = this.#expand(append.text, posix.dirname(file), new Map());
      if (found.length === 0) this.#fail(append, `no file matches '${append.text}' for ${file}`);
      return found;
    });
    return {
      identifier: file,
      inputFiles: [file, ...appended],
      requiredFiles: [],
      ...defined({ propertyFile: property }),
    };
  }

  /** Undefined when the task does not have the property, or not the wanted verdict. */
  #taskRun(
    file: string,
    property: string | undefined,
    reference: PropertyReference | undefined,
    taskSet: TaskSetDefinition,
  ): Omit<PlannedRun, "options" | "ownOptions"> | undefined {
    const [append] = taskSet.appends;
    if (append !== undefined) this.#fail(append, `<append> cannot be used with ${file}`);
    const task = parseTaskDefinition(readInput(file, file), file);
    const folder = posix.dirname(file);
    const files = (patterns: readonly string[]): readonly string[] =>
      patterns.flatMap((pattern) => {
        const found = this.#glob.expand(pattern, folder);
        if (found.length === 0) throw taskFault(file, `no file matches '${pattern}'`);
        return found;
      });
    const own = task.properties.filter(
      ({ propertyFile }) =>
        property !== undefined && isSame(posix.join(folder, propertyFile), property),
    );
    if (property !== undefined && own.length === 0) return undefined;
    if (own.length > 1) throw taskFault(file, `the property ${property} is there twice`);
    const verdict = own[0]?.expectedVerdict;
    if (!isWantedVerdict(verdict, reference?.expectedVerdict)) return undefined;
    const { language, dataModel, witnessInputFile } = task;
    const taskOptions = {
      ...defined({ language, data_model: dataModel, witness_input_file: witnessInputFile }),
    };
    return {
      identifier: file,
      inputFiles: files(task.inputFiles),
      requiredFiles: files(task.requiredFiles),
      ...defined({ propertyFile: property, expectedVerdict: verdict }),
      ...(Object.keys(taskOptions).length === 0 ? {} : { taskOptions }),
    };
  }

  #expand(
    pattern: string,
    folder: string,
    variables: ReadonlyMap<string, string>,
  ): readonly string[] {
    return this.#matching(this.#substitute(pattern, variables, undefined), folder);
  }

  /**
   * BenchExec puts the folder before a pattern and expands `~` and `$NAME` then, so that neither
   * makes a path absolute unless the folder is the working directory. Where that finds nothing,
   * they do here.
   */
  #matching(pattern: string, folder: string): readonly string[] {
    const found = this.#existing(expandPattern(joinPath(folder, pattern)));
    if (found.length > 0) return found;
    const expanded = expandPattern(pattern);
    return posix.isAbsolute(expanded) ? this.#existing(expanded) : [];
  }

  #existing(pattern: string): readonly string[] {
    return this.#glob.expand(pattern, ".").filter((path) => existsSync(path));
  }

  #substitute(
    text: string,
    variables: ReadonlyMap<string, string>,
    identifier: string | undefined,
  ): string {
    const prefix = identifier?.endsWith(".yml") ? "taskdef" : "inputfile";
    const ofTask = new Map(
      identifier === undefined
        ? []
        : [
            [`${prefix}_name`, posix.basename(identifier)],
            [`${prefix}_path`, posix.dirname(identifier)],
            [`${prefix}_path_abs`, posix.resolve(posix.dirname(identifier))],
          ],
    );
    return text.replace(
      /\$\{(\w+)\}/g,
      (written, name: string) =>
        variables.get(name) ?? ofTask.get(name) ?? this.#options.variables.get(name) ?? written,
    );
  }

  #warn({ element }: Placed, message: string): void {
    const { file } = this.#definition;
    this.#options.warn(elementDiagnostic(element, file, "no-match", message, "warning"));
  }

  #fail({ element }: Placed, message: string): never {
    throw new InputError([
      elementDiagnostic(element, this.#definition.file, "invalid-benchmark-definition", message),
    ]);
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function isSame(a: string, b: string): boolean {
  return isFile(a) && realpathSync(a) === realpathSync(b);
}

function isWantedVerdict(
  verdict: ExpectedVerdict | undefined,
  wanted: string | undefined,
): boolean {
  if (wanted === undefined) return true;
  const [, kind, subproperty] = /^(\w+)(?:\((.*)\))?$/.exec(wanted) ?? [];
  return (
    (verdict?.kind ?? "unknown") === kind &&
    (subproperty === undefined || verdict?.subproperty === subproperty)
  );
}

/** As Python's `fnmatch`: `*`, `?` and sets. */
function matches(name: string, pattern: string): boolean {
  const entries = [{ name: name.replaceAll("/", "\u2215"), isFolder: false }];
  const expanded = pattern.replaceAll("/", "\u2215");
  return name === pattern || new Glob(() => entries).expand(expanded, ".").length > 0;
}

function taskFault(file: string, message: string): InputError {
  return new InputError([{ severity: "error", code: "invalid-task", message, file }]);
}
