/** Checks of an organiser before tasks are accepted; each finding is one fault. */

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { filesOfInput, isFolder, readProgramFile, sha256OfFile } from "../../ground/files/index.ts";
import { type DataModel, PROPERTY_NAMES, type TaskDefinition } from "../../ground/model/index.ts";
import { parseProperty } from "../../ground/properties/index.ts";
import type { Diagnostic } from "../../ground/util/diagnostic.ts";
import { InputError } from "../../ground/util/errors.ts";
import { taskFolder } from "../competition/index.ts";
import {
  expectedVerdictOfFileName,
  Glob,
  isProgramPath,
  isTaskDefinitionText,
  parseTaskDefinition,
  parseTaskSet,
} from "../tasks/index.ts";
import { definitionFaults } from "./definition-rules.ts";
import type { Finding } from "./finding.ts";
import { directiveFindings, hasLicenseHeader } from "./program-rules.ts";

/** Reads those properties of a C program that matter for tasks. */
export type ProgramReader = (
  path: string,
  text: string,
  dataModel: DataModel,
) => {
  /** The first fault: nothing else is known then. */
  readonly error?: { readonly line?: number; readonly message: string };
  readonly hasMain: boolean;
  /**
   * Functions that are called or whose address is taken, but that are neither defined nor part of
   * C, POSIX or the competition.
   */
  readonly undefinedFunctions?: readonly string[];
};

export interface TaskCheckOptions {
  /** Whether programs are compiled with gcc, too. */
  readonly withCompiler: boolean;
  readonly readProgram: ProgramReader;
}

/** Checks the operands: task sets, task definitions, or folders with both. */
export function checkTasks(
  operands: readonly string[],
  options: TaskCheckOptions,
): {
  readonly findings: readonly Finding[];
  readonly definitions: number;
  readonly programs: number;
} {
  const checker = new TaskChecker(options);
  for (const operand of operands) checker.add(resolve(operand));
  checker.findDuplicates();
  return checker;
}

class TaskChecker {
  readonly findings: Finding[] = [];
  readonly #options: TaskCheckOptions;
  readonly #definitions = new Set<string>();
  /** Programs to the definitions that name them. */
  readonly #programs = new Map<string, string>();
  /** Input folders, with a definition that names them, and their files as messages name them. */
  readonly #folders = new Map<
    string,
    { readonly definition: string; readonly files: readonly string[] }
  >();
  readonly #filesOfFolders = new Set<string>();
  readonly #properties = new Set<string>();
  readonly #glob = new Glob(taskFolder("/").listFolder);

  constructor(options: TaskCheckOptions) {
    this.#options = options;
  }

  get definitions(): number {
    return this.#definitions.size;
  }

  get programs(): number {
    return this.#programs.size + this.#filesOfFolders.size;
  }

  add(path: string): void {
    if (path.endsWith(".set")) this.#addSet(path);
    else if (path.endsWith(".yml")) this.#addDefinition(path);
    else if (isProgramPath(path)) this.#addNamedProgram(path);
    else if (!isFolder(path)) {
      this.#report(
        "error",
        path,
        "expected a folder, a task set (.set) or definition (.yml), or a C program",
      );
    } else {
      const names = namesBelow(path);
      for (const name of names.filter((one) => one.endsWith(".set")))
        this.#addSet(join(path, name));
      for (const name of names.filter((one) => one.endsWith(".yml"))) {
        const file = join(path, name);
        if (isTaskDefinitionText(readFileSync(file, "utf8"))) this.#addDefinition(file);
      }
      for (const name of names.filter((one) => isProgramPath(one) && tellsVerdict(one))) {
        this.#addNamedProgram(join(path, name));
      }
      this.#findFoldersWithoutDefinitions(path, names);
    }
  }

  /** Reports programs that no task definition in the folder names. */
  #findFoldersWithoutDefinitions(path: string, names: readonly string[]): void {
    const foldersWith = (ending: RegExp): Set<string> =>
      new Set(names.filter((name) => ending.test(name)).map((name) => dirname(name)));
    const defined = foldersWith(/\.yml$/);
    for (const folder of foldersWith(/\.[ci]$/)) {
      const programs = names.filter((name) => isProgramPath(name) && dirname(name) === folder);
      if (defined.has(folder) || programs.every(tellsVerdict)) continue;
      if (programs.every((name) => this.#filesOfFolders.has(join(path, name)))) continue;
      this.#report("warning", join(path, folder), "programs without any task definition");
    }
  }

  #report(severity: Finding["severity"], file: string, message: string): void {
    this.findings.push({ severity, file: near(file), message });
  }

  #addSet(set: string): void {
    const seen = new Set<string>();
    const dataModel = dataModelOfSet(set);
    for (const { pattern, line } of parseTaskSet(readFileSync(set, "utf8"))) {
      const files = this.#glob.expand(pattern, dirname(set));
      if (files.length === 0)
        this.#report("error", set, `line ${line}: '${pattern}' matches nothing`);
      const twice = files.find((file) => seen.has(file));
      if (twice !== undefined) {
        this.#report("warning", set, `line ${line}: ${basename(twice)} is in the set already`);
      }
      for (const file of files) {
        seen.add(file);
        if (isProgramPath(file)) this.#addNamedProgram(file, dataModel);
        else this.#addDefinition(file);
      }
    }
  }

  /** A program whose name contains the facts of a task definition (tasks until 2018). */
  #addNamedProgram(file: string, dataModel: DataModel = "ILP32"): void {
    if (this.#definitions.has(file)) return;
    this.#definitions.add(file);
    if (!tellsVerdict(file)) {
      const example = "such as _true-unreach-call or _false-valid-deref";
      this.#report(
        "error",
        file,
        `neither a task definition, nor a verdict in its name, ${example}`,
      );
    }
    this.#checkProgram(file, file, dataModel);
  }

  #addDefinition(file: string): void {
    if (this.#definitions.has(file)) return;
    this.#definitions.add(file);
    const warnings: Diagnostic[] = [];
    const definition = this.#attempt(file, () =>
      parseTaskDefinition(readFileSync(file, "utf8"), near(file), warnings),
    );
    for (const { message } of warnings) this.#report("warning", file, message);
    if (definition === undefined) return;
    if (definition.properties.length === 0) this.#report("warning", file, "it has no property");
    for (const { severity, message } of definitionFaults(definition)) {
      this.#report(severity, file, message);
    }
    for (const { propertyFile, expectedVerdict } of definition.properties) {
      this.#checkProperty(file, join(dirname(file), propertyFile));
      if (expectedVerdict === undefined) {
        this.#report("warning", file, `no expected verdict for ${basename(propertyFile)}`);
      }
    }
    const inputs = this.#inputs(file, definition.inputFiles);
    for (const input of [...inputs, ...this.#inputs(file, definition.requiredFiles)]) {
      if (isFolder(input)) this.#checkFolder(file, input, definition);
      else this.#checkProgram(file, input, definition.dataModel ?? "ILP32");
    }
    if (definition.language === "Java" && !inputs.some(holdsMainClass)) {
      this.#report("error", file, "no input folder holds Main.java, where a Java program starts");
    }
    if (definition.language === "C" && definition.dataModel === undefined) {
      this.#report("error", file, "a C task needs a data_model (ILP32 or LP64)");
    }
  }

  /** Absolute paths of the files and folders that patterns of a definition match. */
  #inputs(definition: string, patterns: readonly string[]): readonly string[] {
    return patterns.flatMap((pattern) => {
      const found = this.#glob.expand(pattern, dirname(definition));
      if (found.length === 0) {
        this.#report("error", definition, `the file ${pattern} does not exist`);
      }
      return found;
    });
  }

  #checkFolder(definition: string, folder: string, { language }: TaskDefinition): void {
    if (language === "C") {
      this.#report(
        "error",
        definition,
        `${near(folder)} is a folder: a C task is one program in one file`,
      );
    }
    if (this.#folders.has(folder)) return;
    const files = this.#attempt(definition, () => filesOfInput(folder, near(folder)));
    if (files === undefined) return;
    this.#folders.set(folder, { definition, files });
    const inside = files.find((name) => name.endsWith(".yml") && isDefinition(resolve(name)));
    if (inside !== undefined) {
      this.#report(
        "error",
        definition,
        `the input folder ${near(folder)} holds a task definition, which tools must not see: ${inside}`,
      );
    }
    for (const name of files) this.#filesOfFolders.add(resolve(name));
    this.#checkLicenseOfFolder(folder, files);
  }

  #checkProperty(definition: string, property: string): void {
    if (this.#properties.has(property)) return;
    this.#properties.add(property);
    if (!existsSync(property)) {
      this.#report("error", definition, `the property file ${near(property)} does not exist`);
    } else {
      this.#attempt(property, () => parseProperty(readFileSync(property, "utf8"), property));
    }
  }

  #checkProgram(definitionFile: string, program: string, model: DataModel): void {
    const isNew = !this.#programs.has(program);
    this.#programs.set(program, definitionFile);
    if (!isNew || !/\.[ci]$/.test(program)) return;
    const { text } = readProgramFile(program);
    this.#checkLicense(program, text);
    for (const { line, message } of directiveFindings(program, text)) {
      this.#report("warning", program, `line ${line}: ${message}`);
    }
    const {
      error,
      hasMain,
      undefinedFunctions = [],
    } = this.#options.readProgram(program, text, model);
    for (const name of undefinedFunctions) {
      this.#report("warning", program, `the function ${name} is not defined, nor of any standard`);
    }
    if (error !== undefined) {
      const at = error.line === undefined ? "" : `line ${error.line}: `;
      this.#report("warning", program, `Agon's C parser refuses it: ${at}${error.message}`);
    } else if (!hasMain) {
      this.#report("error", program, "it has no function main");
    }
    if (this.#options.withCompiler) this.#compile(program, model);
  }

  #compile(program: string, model: string): void {
    const size = model === "ILP32" ? "-m32" : "-m64";
    const words = [size, "-std=gnu11", "-fsyntax-only", "-w", program];
    const { status, stderr } = spawnSync("gcc", words, { encoding: "utf8" });
    if (status === 0) return;
    const first =
      stderr.split("\n").find((line) => line.includes("error:")) ?? `exit code ${status}`;
    this.#report("error", program, `gcc ${size} refuses it: ${first.replace(/^.*error: /, "")}`);
  }

  #checkLicenseOfFolder(folder: string, files: readonly string[]): void {
    if (hasLicenseFile(folder)) return;
    const isLicensed = (name: string): boolean => hasLicenseHeader(readFileSync(name, "latin1"));
    if (files.every(isLicensed)) return;
    this.#report(
      "warning",
      folder,
      "no licence: neither in every file nor in LICENSE in the folder or above it",
    );
  }

  /** Looks for a header in the file, or a licence file in its folder or above. */
  #checkLicense(program: string, text: string): void {
    if (hasLicenseHeader(text) || hasLicenseFile(dirname(program))) return;
    this.#report(
      "warning",
      program,
      "no licence: neither in the file nor in LICENSE beside or above it",
    );
  }

  findDuplicates(): void {
    const byHash = new Map<string, string>();
    for (const [program, definition] of this.#programs) {
      const key = sha256OfFile(program);
      const other = byHash.get(key);
      if (other === undefined) byHash.set(key, program);
      else
        this.#report(
          "warning",
          program,
          `the same content as ${near(other)} (${near(definition)})`,
        );
    }
    this.#findEqualFolders();
  }

  /** Folders with the same files of the same content. */
  #findEqualFolders(): void {
    const byHash = new Map<string, string>();
    for (const [folder, { definition, files }] of this.#folders) {
      const key = files
        .map((name) => `${relative(folder, resolve(name))} ${sha256OfFile(name)}`)
        .join("\n");
      const other = byHash.get(key);
      if (other === undefined) byHash.set(key, folder);
      else
        this.#report("warning", folder, `the same files as ${near(other)} (${near(definition)})`);
    }
  }

  #attempt<T>(file: string, action: () => T): T | undefined {
    try {
      return action();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      for (const { message, line, file: where = file } of error.diagnostics) {
        this.#report("error", where, line === undefined ? message : `line ${line}: ${message}`);
      }
      return undefined;
    }
  }
}

/** Name of a file for messages. */
function near(path: string): string {
  return relative(".", path);
}

/** Names of the files below a folder, sorted. */
function namesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === true)
    .sort();
}

function isDefinition(file: string): boolean {
  return isTaskDefinitionText(readFileSync(file, "latin1"));
}

/** The class that a Java program of the competition starts in has no package. */
function holdsMainClass(input: string): boolean {
  return isFolder(input) ? existsSync(join(input, "Main.java")) : basename(input) === "Main.java";
}

/** Looks in the folder and two above it. */
function hasLicenseFile(folder: string): boolean {
  const folders = [folder, dirname(folder), dirname(dirname(folder))];
  return folders.some((one) =>
    readdirSync(one).some((name) => /^(LICEN[SC]E|COPYING|REUSE\.toml)/i.test(name)),
  );
}

/** Whether the name of a program contains an expected verdict, for any property. */
function tellsVerdict(path: string): boolean {
  return PROPERTY_NAMES.some((name) => expectedVerdictOfFileName(path, name) !== undefined);
}

/** Sets of programs had a description beside them: `Architecture: 64 bit`. */
function dataModelOfSet(set: string): DataModel {
  const description = set.replace(/\.set$/, ".cfg");
  if (!existsSync(description)) return "ILP32";
  return /^Architecture:\s*64/m.test(readFileSync(description, "utf8")) ? "LP64" : "ILP32";
}
