/**
 * Gives tasks new names in a folder of their own: programs, task definitions and task sets at the
 * places of the old ones, and `obfuscation.json`, which maps new names to old ones and is for the
 * organiser only.
 */

import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import { stringify } from "yaml";
import { readProgramFile, replaceDurably } from "../../../ground/files/index.ts";
import type { DataModel, TaskDefinition } from "../../../ground/model/index.ts";
import { defined } from "../../../ground/util/defined.ts";
import { InputError } from "../../../ground/util/errors.ts";
import {
  definitionOfProgram,
  Glob,
  isProgramPath,
  type ProgramTasks,
  parseTaskDefinition,
  parseTaskSet,
} from "../../tasks/index.ts";
import { taskFolder } from "../task-folder.ts";

/** Name of the file with the old names. */
export const MAP_FILE = "obfuscation.json";

/** Maps new names to old ones. Paths are relative to the folder of the tasks. */
export interface ObfuscationMap {
  readonly format: "agon-obfuscation/1";
  readonly seed: number;
  /** From new to old: task definitions and programs. */
  readonly files: Readonly<Record<string, string>>;
  /** By new program file: names from old to new. */
  readonly names: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Old task definitions that were left out, with the reason. */
  readonly skipped: Readonly<Record<string, string>>;
}

/**
 * Gives the programs of one task other names.
 * @throws InputError when that is not possible.
 */
export type ProgramObfuscator = (
  programs: readonly { readonly name: string; readonly text: string }[],
  options: {
    readonly dataModel: DataModel;
    readonly seed: number;
    /** Names that must not change. */
    readonly keep: readonly string[];
    /** New names of the files, in the order of the programs. */
    readonly fileNames: readonly string[];
  },
) => {
  readonly texts: readonly string[];
  /** From old names to new ones. */
  readonly names: ReadonlyMap<string, string>;
};

/** The input of the renaming: the seed, and the function that renames. */
export interface ObfuscationRequest {
  readonly seed: number;
  readonly obfuscatePrograms: ProgramObfuscator;
}

export class TaskObfuscator {
  readonly #root: string;
  readonly #output: string;
  readonly #seed: number;
  readonly #obfuscatePrograms: ProgramObfuscator;
  readonly #files = new Map<string, string>();
  readonly #names = new Map<string, Readonly<Record<string, string>>>();
  readonly #skipped = new Map<string, string>();
  /** Old definition file to new one; undefined: left out. */
  readonly #done = new Map<string, string | undefined>();
  /** Lines of the new task sets, by path. */
  readonly #sets = new Map<string, Set<string>>();
  readonly #glob: Glob;

  /** Paths of tasks are relative to `root`. */
  constructor(root: string, output: string, { seed, obfuscatePrograms }: ObfuscationRequest) {
    this.#root = resolve(root);
    this.#output = resolve(output);
    this.#seed = seed;
    this.#obfuscatePrograms = obfuscatePrograms;
    this.#glob = new Glob(taskFolder(this.#root).listFolder);
  }

  /**
   * Adds a task set, and all that it names. Programs become tasks with definitions: see {@link
   * definitionOfProgram}.
   */
  addSet(set: string, programs?: ProgramTasks): void {
    const patterns = parseTaskSet(readFileSync(join(this.#root, set), "utf8"));
    const files = patterns.flatMap(({ pattern }) => this.#glob.expand(pattern, dirname(set)));
    // Categories with different properties may share a set of programs.
    const lines = this.#sets.get(set) ?? new Set<string>();
    this.#sets.set(set, lines);
    for (const file of this.#addAll(files, programs)) {
      lines.add(`${relative(dirname(set), file)}\n`);
    }
    this.#write(set, [...lines].sort().join(""));
  }

  /**
   * Adds all files that match a pattern. Returns the new paths sorted, so that their order reveals
   * nothing.
   */
  addPattern(pattern: string, programs?: ProgramTasks): readonly string[] {
    return [...this.#addAll(this.#glob.expand(pattern, "."), programs)].sort();
  }

  #addAll(files: readonly string[], programs?: ProgramTasks): readonly string[] {
    return [...new Set(files)].flatMap((file) => this.addDefinition(file, programs) ?? []);
  }

  /** Adds a task definition and returns its new path; undefined when the task is left out. */
  addDefinition(file: string, programs?: ProgramTasks): string | undefined {
    const key = isProgramPath(file) ? `${file}#${programs?.property}` : file;
    if (!this.#done.has(key)) this.#done.set(key, this.#tryDefinition(file, programs));
    return this.#done.get(key);
  }

  /**
   * New paths of a task definition that was added, or of a program for one or any property; none
   * when it was left out.
   */
  newPathsOf(file: string, property?: string): readonly string[] {
    if (!isProgramPath(file)) return [this.#done.get(file) ?? []].flat();
    const wanted = property === undefined ? `${file}#` : `${file}#${property}`;
    return [...this.#done].flatMap(([key, path]) =>
      path !== undefined && (key === wanted || (property === undefined && key.startsWith(wanted)))
        ? [path]
        : [],
    );
  }

  #tryDefinition(file: string, programs?: ProgramTasks): string | undefined {
    const definition = this.#read(file, programs);
    if (definition === undefined) return this.#skip(file, "its name contains no verdict");
    if ((definition.language ?? "C") !== "C")
      return this.#skip(file, `language ${definition.language}: only C programs get other names`);
    try {
      return this.#definition(file, definition);
    } catch (error) {
      if (error instanceof InputError) return this.#skip(file, error.message);
      throw error;
    }
  }

  #read(file: string, programs: ProgramTasks | undefined): TaskDefinition | undefined {
    if (!isProgramPath(file)) {
      return parseTaskDefinition(readFileSync(join(this.#root, file), "utf8"), file);
    }
    return programs === undefined ? undefined : definitionOfProgram(file, programs);
  }

  #skip(file: string, reason: string): undefined {
    this.#skipped.set(file, reason);
  }

  #definition(file: string, definition: TaskDefinition): string {
    const folder = dirname(file);
    const programs = this.#inputFiles(definition, folder);
    const properties = definition.properties.map((property) => ({
      ...property,
      path: join(folder, property.propertyFile),
    }));
    const keep = properties.flatMap(({ path }) =>
      [...readFileSync(join(this.#root, path), "utf8").matchAll(/[A-Za-z_]\w*/g)].map(
        ([word]) => word,
      ),
    );
    // A program that is several tasks gets other names in each.
    const salt = isProgramPath(file) ? `#${definition.properties[0]?.propertyName}` : "";
    const inputFiles = this.addPrograms(programs, definition.dataModel ?? "ILP32", keep, salt);
    const required = definition.requiredFiles.flatMap((pattern) =>
      this.#glob.expand(pattern, folder),
    );
    for (const path of required) this.#copy(path);
    const target = join(folder, `${this.#freshName(file, salt)}.yml`);
    const near = (path: string): string => relative(folder, path);
    const newDefinition = {
      format_version: "2.0",
      input_files: inputFiles.map(near),
      ...(required.length === 0 ? {} : { required_files: required.map(near) }),
      properties: properties.map(({ path, propertyName, expectedVerdict }) => {
        // In a task definition, the name of the file determines the property.
        const copy = join(dirname(path), `${propertyName}.prp`);
        this.#copy(path, copy);
        return {
          property_file: near(copy),
          ...(expectedVerdict === undefined ? {} : verdictEntries(expectedVerdict)),
        };
      }),
      options: {
        language: "C",
        ...defined({ data_model: definition.dataModel }),
      },
    };
    this.#write(target, stringify(newDefinition));
    this.#files.set(target, file);
    return target;
  }

  #inputFiles(definition: TaskDefinition, folder: string): readonly string[] {
    return definition.inputFiles.flatMap((pattern) => {
      const found = this.#glob.expand(pattern, folder);
      if (found.length > 0) return found;
      throw fault(definition.file, `the input file ${pattern} does not exist`);
    });
  }

  /**
   * Adds the programs of one task; returns the new paths. @throws InputError when they cannot be
   * obfuscated.
   */
  addPrograms(
    programs: readonly string[],
    dataModel: DataModel,
    keep: readonly string[],
    salt = "",
  ): readonly string[] {
    const targets = programs.map((path) =>
      join(dirname(path), `${this.#freshName(path, salt)}${extname(path)}`),
    );
    const sources = programs.map((path) => readProgramFile(join(this.#root, path)));
    const { texts, names } = this.#obfuscatePrograms(
      sources.map(({ text }, index) => ({ name: programs[index] as string, text })),
      {
        dataModel,
        seed: this.#seed,
        keep,
        fileNames: targets.map((path) => basename(path)),
      },
    );
    for (const [index, target] of targets.entries()) {
      this.#write(target, texts[index] as string);
      this.#files.set(target, programs[index] as string);
      this.#names.set(target, Object.fromEntries(names));
    }
    return targets;
  }

  /** Writes the map. */
  finish(): ObfuscationMap {
    const map: ObfuscationMap = {
      format: "agon-obfuscation/1",
      seed: this.#seed,
      files: Object.fromEntries(this.#files),
      names: Object.fromEntries(this.#names),
      skipped: Object.fromEntries(this.#skipped),
    };
    this.#write(MAP_FILE, `${JSON.stringify(map, undefined, 1)}\n`);
    return map;
  }

  /** A name derived from the seed and the old path, which it does not reveal. */
  #freshName(path: string, salt = ""): string {
    const stem = path.slice(0, path.length - extname(path).length) + salt;
    return `t${createHash("sha256").update(`${this.#seed}:${stem}`).digest("hex").slice(0, 12)}`;
  }

  #copy(path: string, copy = path): void {
    const target = join(this.#output, copy);
    if (existsSync(target)) return;
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(this.#root, path), target);
  }

  #write(path: string, text: string): void {
    const target = join(this.#output, path);
    mkdirSync(dirname(target), { recursive: true });
    replaceDurably(target, text);
  }
}

function verdictEntries(
  verdict: NonNullable<TaskDefinition["properties"][number]["expectedVerdict"]>,
): Readonly<Record<string, unknown>> {
  return {
    expected_verdict: verdict.kind === "true",
    ...("subproperty" in verdict && verdict.subproperty !== undefined
      ? { subproperty: verdict.subproperty }
      : {}),
  };
}

function fault(file: string, message: string): InputError {
  return new InputError([{ severity: "error", code: "invalid-task", message, file }]);
}
