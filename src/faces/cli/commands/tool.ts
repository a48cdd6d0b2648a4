import { resolve } from "node:path";
import { defined } from "../../../ground/util/defined.ts";
import { PlatformError } from "../../../ground/util/errors.ts";
import {
  type CommandLineTrial,
  type OutputTrial,
  tryToolModule,
} from "../../../organiser/checks/index.ts";
import {
  installTool,
  openModule,
  pythonModuleName,
  pythonModules,
  type ToolInstallation,
  type ToolSource,
} from "../../../organiser/execution/index.ts";
import { tableToText } from "../../../organiser/tables/index.ts";
import { findNativeToolInfo, TOOL_MODULES, type ToolInfo } from "../../../organiser/tools/index.ts";
import { type Arguments, parseWords } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";

export const command: Command = {
  usage: `
Usage: agon tool list [--json] [--module-path DIR]…
       agon tool show MODULE [--directory DIR|builtin] [--module-path DIR]… [--json]
       agon tool test MODULE [--directory DIR] [--task FILE.yml]… [--output FILE]…
                      [--exit-code N] [--value NAME]… [--module-path DIR]… [--json]

'list' prints the modules that a competition can name as 'tool': native ones, and
BenchExec's Python modules where BenchExec is found. 'show' prints a module's facts
about its tool, the place of the executable, and the version for results.
'test' prints the command lines that the module makes for usual tasks and for given
task definitions, and its reading of stored outputs, with warnings about probable
faults. MODULE is a native module, a Python module (benchexec.tools.cbmc), or
the last part of the name of one of BenchExec's.

  --directory DIR     the tool's own folder; default: the programs of the system
  --task FILE.yml     a task definition to make command lines for
  --output FILE       a stored output to read the status of
  --exit-code N       exit code of the outputs; default: 0
  --value NAME        a figure to extract from the outputs, as for a table's column
  --module-path DIR   a folder with Python modules, or with BenchExec's package
  --json              the same as data

Python modules run in a sandbox of their own. BenchExec is searched in
--module-path, in the folder that AGON_BENCHEXEC names, and among Python's packages.`,
  examples: [
    "agon tool list",
    "agon tool show agon-verifier --directory builtin",
    "agon tool test agon-verifier",
  ],
  run: async (words) => {
    const [verb, ...rest] = words;
    if (verb === "list") return list(rest);
    if (verb === "show") return show(rest);
    if (verb === "test") return test(rest);
    throw new UsageError("expected 'list', 'show' or 'test'; see 'agon help tool'");
  },
};

/** Options for the places of modules and tools. */
export const PLACE_OPTIONS = {
  directory: { type: "string" },
  "module-path": { type: "string", multiple: true },
} as const;

function list(words: readonly string[]): number {
  const args = parseWords(words, [], {
    json: { type: "boolean" },
    "module-path": { type: "string", multiple: true },
  });
  const python = availablePythonModules(args);
  if (args.flag("json")) {
    const native = TOOL_MODULES.map(({ module, roles, name, executable }) => ({
      module,
      roles,
      name,
      executable,
    }));
    console.log(JSON.stringify({ version: 1, native, python: python.modules }));
    return EXIT_CODES.done.code;
  }
  const left = (title: string): { title: string; align: "left" } => ({ title, align: "left" });
  process.stdout.write(
    tableToText({
      title: "native tool-info modules",
      columns: [left("module"), left("role"), left("tool"), left("executable")],
      rows: TOOL_MODULES.map(({ module, roles, name, executable }) => [
        module,
        roles.join(", "),
        name,
        executable,
      ]),
    }),
  );
  console.log(`\nPython modules: ${python.note ?? `${python.modules.length} of BenchExec`}`);
  for (const module of python.modules) console.log(`  ${module}`);
  return EXIT_CODES.done.code;
}

/** Without BenchExec the list contains the native modules only. */
function availablePythonModules(args: Arguments<never>): {
  readonly modules: readonly string[];
  readonly note?: string;
} {
  try {
    return { modules: pythonModules(args.list("module-path")) };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { modules: [], note: `none (${error.message})\n  hint: ${error.hint}` };
  }
}

function show(words: readonly string[]): number {
  const args = parseWords(words, ["MODULE"], { ...PLACE_OPTIONS, json: { type: "boolean" } });
  const directory = args.text("directory");
  const searchPath = args.list("module-path");
  const module = args.operands.MODULE;
  const opened = openModule(module, { searchPath });
  try {
    const full = findNativeToolInfo(module) === undefined ? pythonModuleName(module) : module;
    const source = toolSourceOf(directory);
    const found = locate(() => installTool(full, source, searchPath));
    const facts = factsOf(opened.info, opened.bridge?.facts, found);
    if (args.flag("json")) console.log(JSON.stringify({ version: 1, ...facts }));
    else printFacts(facts);
    return found instanceof PlatformError && directory !== undefined
      ? EXIT_CODES.environment.code
      : EXIT_CODES.done.code;
  } finally {
    opened.close();
  }
}

function locate(install: () => ToolInstallation): ToolInstallation | PlatformError {
  try {
    return install();
  } catch (error) {
    if (error instanceof PlatformError && error.code === "ERR_TOOL_MISSING") return error;
    throw error;
  }
}

type Facts = Readonly<Record<string, unknown>>;

function factsOf(
  info: ToolInfo,
  python:
    | { readonly file: string; readonly documentation: string; readonly isLegacy: boolean }
    | undefined,
  found: ToolInstallation | PlatformError,
): Facts {
  const isMissing = found instanceof PlatformError;
  return {
    module: info.module,
    kind:
      python === undefined
        ? "native"
        : python.isLegacy
          ? "Python (BaseTool)"
          : "Python (BaseTool2)",
    ...(python === undefined ? {} : { file: resolve(python.file) }),
    tool: info.name,
    ...(python?.documentation ? { documentation: python.documentation } : {}),
    ...defined({ webpage: info.projectUrl }),
    roles: info.roles,
    ...(isMissing
      ? { missing: found.message }
      : {
          command: found.command.join(" "),
          toolVersion: found.version,
          startsIn: found.startFolder === undefined ? "the run's own folder" : "the tool's folder",
          environment: found.environment,
        }),
  };
}

function printFacts(facts: Facts): void {
  for (const [name, value] of Object.entries(facts)) {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    console.log(`${name}: ${text.includes("\n") ? `\n  ${text.split("\n").join("\n  ")}` : text}`);
  }
}

/** Negative when a usual task of SV-COMP gets no command line. */
function test(words: readonly string[]): number {
  const args = parseWords(words, ["MODULE"], {
    directory: { type: "string" },
    "module-path": { type: "string", multiple: true },
    task: { type: "string", multiple: true },
    output: { type: "string", multiple: true },
    value: { type: "string", multiple: true },
    "exit-code": { type: "string" },
    json: { type: "boolean" },
  });
  const directory = args.text("directory");
  const opened = openModule(args.operands.MODULE, {
    searchPath: args.list("module-path"),
    ...(directory === undefined ? {} : { directory: resolve(directory) }),
  });
  try {
    const { info } = opened;
    const { commandLines, outputs, isUsable } = tryToolModule(info, {
      tasks: args.list("task"),
      outputs: args.list("output"),
      exitCode: args.integer("exit-code", 0) ?? 0,
      values: args.list("value"),
    });
    if (args.flag("json")) {
      console.log(JSON.stringify({ version: 1, module: info.module, commandLines, outputs }));
    } else {
      printTrials(info, commandLines, outputs);
    }
    return isUsable ? EXIT_CODES.done.code : EXIT_CODES.negative.code;
  } finally {
    opened.close();
  }
}

function printTrials(
  info: ToolInfo,
  trials: readonly CommandLineTrial[],
  outputs: readonly OutputTrial[],
): void {
  console.log(`${info.module}: ${info.name}\n`);
  for (const { task, words, refusal, warning } of trials) {
    console.log(`${task}:\n  ${words?.join(" ") ?? `not supported: ${refusal}`}`);
    if (warning !== undefined) console.log(`  warning: ${warning}`);
  }
  for (const { file, status, values } of outputs) {
    console.log(`\noutput ${file}:\n  status: ${status}`);
    for (const [name, value] of Object.entries(values)) {
      console.log(`  ${name}: ${value ?? "(none)"}`);
    }
  }
}

/** The meaning of `--directory`: a folder, `builtin`, or (absent) the system. */
function toolSourceOf(directory: string | undefined): ToolSource {
  if (directory === undefined) return { kind: "system" };
  return directory === "builtin"
    ? { kind: "builtin" }
    : { kind: "folder", folder: resolve(directory) };
}
