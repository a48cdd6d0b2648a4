/** The files of a program as the command line, or a compilation database, names them. */
import { readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import {
  type BuildFile,
  definitionsOf,
  isStandard,
  type MacroOption,
  type ProgramBuild,
} from "../../../contestant/jobs/index.ts";
import { readProgramFile } from "../../../ground/files/index.ts";
import { InputError } from "../../../ground/util/errors.ts";
import { UsageError } from "../command.ts";
import type { VerifyOptions } from "./verify-options.ts";

type BuildOptions = Pick<
  VerifyOptions,
  "programs" | "includeFolders" | "macros" | "standard" | "compileCommands" | "start"
>;

/** @throws InputError when a file cannot be read; UsageError for unknown standards. */
export function readBuild(options: BuildOptions): ProgramBuild {
  const { programs, includeFolders, macros, standard, compileCommands, start } = options;
  if (standard !== undefined && !isStandard(standard)) {
    throw new UsageError(
      `unknown standard '${standard}'; known are c89 to c17, and gnu89 to gnu17`,
    );
  }
  const commands = compileCommands === undefined ? [] : readDatabase(compileCommands);
  const wanted = programs.length > 0 ? programs : commands.map(({ file }) => file);
  const files = wanted.map((file): BuildFile => {
    const own = commands.find((command) => resolve(command.file) === resolve(file));
    if (compileCommands !== undefined && own === undefined) {
      throw new UsageError(`${compileCommands} has no entry for ${file}`);
    }
    return {
      file,
      text: readProgramFile(file).text,
      includeFolders: [...includeFolders, ...(own?.includeFolders ?? [])],
      definitions: definitionsOf([...(own?.macros ?? []), ...macros], standard ?? own?.standard),
    };
  });
  return { files, start };
}

interface CompileCommand {
  /** Relative to the working folder, where that is possible. */
  readonly file: string;
  readonly includeFolders: readonly string[];
  readonly macros: readonly MacroOption[];
  readonly standard: string | undefined;
}

/** JSON compilation database (clang.llvm.org/docs/JSONCompilationDatabase.html); entries of other languages are left out. */
function readDatabase(path: string): CompileCommand[] {
  let entries: unknown;
  try {
    entries = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw fault(path, error instanceof Error ? error.message : String(error));
  }
  if (!Array.isArray(entries)) throw fault(path, "expected an array of commands");
  return entries.flatMap((entry: unknown): CompileCommand[] => {
    const { directory, file, command, arguments: list } = (entry ?? {}) as Record<string, unknown>;
    if (typeof directory !== "string" || typeof file !== "string") {
      throw fault(path, "an entry has no 'directory' or no 'file'");
    }
    if (!file.endsWith(".c")) return [];
    const words = Array.isArray(list) ? list.map(String) : splitCommand(String(command ?? ""));
    const folder = resolve(dirname(path), directory);
    return [{ file: relative("", resolve(folder, file)), ...optionsIn(words, folder) }];
  });
}

/** The options of a compiler that matter here. */
function optionsIn(words: readonly string[], folder: string): Omit<CompileCommand, "file"> {
  const includeFolders: string[] = [];
  const macros: MacroOption[] = [];
  let standard: string | undefined;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as string;
    const option = /^-(I|D|U|isystem|iquote|std=)(.*)$/.exec(word);
    if (option === null) continue;
    const value = option[2] !== "" ? (option[2] as string) : (words[++index] ?? "");
    if (option[1] === "D") macros.push({ kind: "define", text: value });
    else if (option[1] === "U") macros.push({ kind: "undefine", text: value });
    else if (option[1] === "std=") standard = isStandard(value) ? value : undefined;
    else includeFolders.push(resolve(folder, value));
  }
  return { includeFolders, macros, standard };
}

/** Splits a shell command into words; supports quotes and backslashes only. */
function splitCommand(command: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let index = 0; index < command.length; index++) {
    const character = command[index] as string;
    if (quote === "" && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === "\\" && quote !== "'") word = (word ?? "") + (command[++index] ?? "");
    else if (character === quote) quote = "";
    else if (quote === "" && (character === "'" || character === '"')) {
      quote = character;
      word ??= "";
    } else word = (word ?? "") + character;
  }
  return word === undefined ? words : [...words, word];
}

function fault(file: string, message: string): InputError {
  return new InputError([{ severity: "error", code: "compile-commands", message, file }]);
}
