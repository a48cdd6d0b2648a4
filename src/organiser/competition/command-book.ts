/**
 * Command lines that Python modules made, stored in the spool. Scoring plans all runs again to know
 * their names, and must need neither Python nor the tool for it: native modules are called again,
 * the others are looked up.
 *
 *     commands.ndjson   one answer of a module a line, in the order of the calls
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { sha256 } from "../../ground/files/index.ts";
import { canonicalJson, type JsonValue } from "../../ground/util/canonical-json.ts";
import { PlatformError } from "../../ground/util/errors.ts";
import type { Spool } from "../execution/index.ts";
import { findNativeToolInfo, notSupported, type ToolInfo } from "../tools/index.ts";
import type { ToolInfoOf } from "./plan.ts";

interface Entry {
  /** Hash of the tool's version and of the module's whole input. */
  readonly key: string;
  /** The name of the executable; see `ToolInfo`. */
  readonly executable: string;
  readonly resultFiles: readonly string[];
  /** Absent: the module refused the task. */
  readonly words?: readonly string[];
  readonly refusal?: string;
}

/** Replaces a command line that the module has not made yet: no run has such a name. */
const NOT_ASKED: readonly string[] = ["(not planned yet)"];

const fileOf = (spool: Spool): string => spool.path("commands.ndjson");

function readBook(spool: Spool): Map<string, Entry> {
  const file = fileOf(spool);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const entries = new Map<string, Entry>();
  for (const line of text.split("\n")) {
    const entry = tryParse(line);
    if (entry !== undefined) entries.set(entry.key, entry);
  }
  return entries;
}

/** The last line may have been cut short by a crash; then the module is called again. */
function tryParse(line: string): Entry | undefined {
  try {
    return line === "" ? undefined : (JSON.parse(line) as Entry);
  } catch {
    return undefined;
  }
}

/** Adds to the target's book the entries that only the source has. */
export function copyCommands(source: Spool, target: Spool): void {
  const known = readBook(target);
  const added = [...readBook(source).values()].filter(({ key }) => !known.has(key));
  if (added.length === 0) return;
  const lines = added.map((entry) => `${JSON.stringify(entry)}\n`);
  appendFileSync(fileOf(target), lines.join(""));
}

/** Command lines for runs to come: Python modules are called once and their answers stored. */
export function recordingModules(spool: Spool, infoOf: (toolId: string) => ToolInfo): ToolInfoOf {
  const entries = readBook(spool);
  return (tool) => {
    const native = findNativeToolInfo(tool.tool);
    if (native !== undefined) return native;
    const info = infoOf(tool.id);
    const { executable, resultFiles } = info;
    return {
      executable,
      resultFiles,
      commandLine: (...question) => {
        const key = keyOf(tool.version, question);
        let entry = entries.get(key);
        if (entry === undefined) {
          entry = { key, executable, resultFiles, ...ask(info, question) };
          entries.set(key, entry);
          appendFileSync(fileOf(spool), `${JSON.stringify(entry)}\n`);
        }
        return answer(entry);
      },
    };
  };
}

/** Command lines as they were when the runs were planned; executes nothing. */
export function storedModules(spool: Spool): ToolInfoOf {
  let entries: Map<string, Entry> | undefined;
  const modules = new Map<string, ReturnType<ToolInfoOf>>();
  return (tool) => {
    const native = findNativeToolInfo(tool.tool);
    if (native !== undefined) return native;
    entries ??= readBook(spool);
    let module = modules.get(tool.version);
    if (module === undefined) {
      module = storedModule(tool.version, entries);
      modules.set(tool.version, module);
    }
    return module;
  };
}

function storedModule(
  version: string,
  entries: ReadonlyMap<string, Entry>,
): ReturnType<ToolInfoOf> {
  const sample = [...entries.values()].find(({ key }) => key.startsWith(prefixOf(version)));
  return {
    executable: sample?.executable ?? "",
    resultFiles: sample?.resultFiles ?? [],
    commandLine: (...question) => {
      const entry = entries.get(keyOf(version, question));
      return entry === undefined ? NOT_ASKED : answer(entry);
    },
  };
}

type Question = Parameters<ToolInfo["commandLine"]>;

function ask(info: ToolInfo, question: Question): Pick<Entry, "words" | "refusal"> {
  try {
    return { words: info.commandLine(...question) };
  } catch (error) {
    if (error instanceof PlatformError && error.code === "ERR_TASK_NOT_SUPPORTED") {
      return { refusal: error.message };
    }
    throw error;
  }
}

function answer({ words, refusal }: Entry): readonly string[] {
  if (words !== undefined) return words;
  throw notSupported(refusal ?? "the module refused the task");
}

const prefixOf = (version: string): string => sha256(version).slice(0, 16);

/** The executable's name is not part of the key: it follows from the version. */
function keyOf(version: string, [, options, task, limits]: Question): string {
  const question = [options, task, limits];
  const hash = sha256(canonicalJson(question as unknown as JsonValue)).slice(0, 32);
  return `${prefixOf(version)}-${hash}`;
}
