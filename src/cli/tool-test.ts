/** `agon tool test`: a tool-info module on usual tasks, given tasks and stored outputs. */
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseTaskDefinition } from "../tasks/index.ts";
import { outputLines, type ToolInfo, type ToolLimits, type ToolTask } from "../tools/index.ts";
import { PlatformError } from "../util/errors.ts";
import { parseWords } from "./arguments.ts";
import { EXIT_CODES } from "./exit-codes.ts";
import { openModule } from "./tool-module.ts";

interface CommandLineTrial {
  readonly task: string;
  readonly words?: readonly string[];
  /** Why there is no command line. */
  readonly refusal?: string;
  readonly warning?: string;
}

interface OutputTrial {
  readonly file: string;
  readonly status: string;
  readonly values: Readonly<Record<string, string | null>>;
}

/** Runs `agon tool test`; negative when a usual SV-COMP task gets no command line. */
export function testModule(words: readonly string[]): number {
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
    const trials = [
      ...USUAL_TASKS.map((usual) => tryTask(info, usual)),
      ...args.list("task").flatMap((file) => tasksOf(file).map((task) => tryTask(info, task))),
    ];
    const exitCode = args.integer("exit-code", 0) ?? 0;
    const outputs = args
      .list("output")
      .map((file) => readOutput(info, file, exitCode, args.list("value")));
    if (args.flag("json")) {
      console.log(
        JSON.stringify({ version: 1, module: info.module, commandLines: trials, outputs }),
      );
    } else {
      print(info, trials, outputs);
    }
    const isUsable = trials.some(({ task, words: made }) => task === SV_COMP && made !== undefined);
    return isUsable ? EXIT_CODES.done.code : EXIT_CODES.negative.code;
  } finally {
    opened.close();
  }
}

interface Trial {
  readonly title: string;
  readonly options?: readonly string[];
  readonly task: ToolTask;
  readonly limits?: ToolLimits;
  /** Words that a command line should hold, and what it means when it does not. */
  readonly expected?: readonly [word: string, warning: string];
}

const SV_COMP = "a task of SV-COMP with limits";
const C_TASK = {
  inputFiles: ["INPUT.c"],
  propertyFile: "PROPERTY.prp",
  options: { language: "C", data_model: "ILP32" },
};

/** The tasks that BenchExec's own check of modules uses. */
const USUAL_TASKS: readonly Trial[] = [
  {
    title: "only an input file",
    task: { inputFiles: ["INPUT.c"] },
    expected: ["INPUT.c", "the input file is ignored"],
  },
  {
    title: "an option",
    task: { inputFiles: ["INPUT.c"] },
    options: ["-SOME_OPTION"],
    expected: ["-SOME_OPTION", "options are ignored"],
  },
  {
    title: "a property",
    task: { inputFiles: ["INPUT.c"], propertyFile: "PROPERTY.prp" },
    expected: ["PROPERTY.prp", "the property is ignored"],
  },
  {
    title: "two input files",
    task: { inputFiles: ["INPUT.c", "INPUT2.c"] },
    expected: ["INPUT2.c", "all but the first input file are ignored"],
  },
  {
    title: "a limit on CPU time",
    task: { inputFiles: ["INPUT.c"] },
    limits: { cpuTimeSeconds: 123 },
  },
  {
    title: SV_COMP,
    task: C_TASK,
    limits: { cpuTimeSeconds: 900, hardCpuTimeSeconds: 1000, memoryBytes: 15e9, cores: 4 },
  },
  {
    title: "a witness to validate",
    task: {
      ...C_TASK,
      inputFiles: ["INPUT.c", "WITNESS.yml"],
      options: { ...C_TASK.options, witness_input_file: "WITNESS.yml" },
    },
    expected: ["WITNESS.yml", "the witness is ignored"],
  },
];

function tryTask(info: ToolInfo, trial: Trial): CommandLineTrial {
  const { title, options = [], task, limits = {}, expected } = trial;
  try {
    const words = info.commandLine(info.executable, options, task, limits);
    const isIgnored = expected !== undefined && !words.some((word) => word.includes(expected[0]));
    return { task: title, words, ...(isIgnored ? { warning: expected[1] } : {}) };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { task: title, refusal: error.message };
  }
}

/** The task without a property, and with each of its properties. */
function tasksOf(file: string): readonly Trial[] {
  const definition = parseTaskDefinition(readFileSync(file, "utf8"), file);
  const near = (path: string): string => relative(".", join(dirname(file), path));
  const task: ToolTask = {
    inputFiles: definition.inputFiles.map(near),
    options: {
      ...(definition.language === undefined ? {} : { language: definition.language }),
      ...(definition.dataModel === undefined ? {} : { data_model: definition.dataModel }),
      ...(definition.witnessInputFile === undefined
        ? {}
        : { witness_input_file: definition.witnessInputFile }),
    },
  };
  const withProperties = definition.properties.map(({ propertyFile, propertyName }) => ({
    title: `${file} with ${propertyName}`,
    task: { ...task, propertyFile: near(propertyFile) },
  }));
  return [{ title: `${file} without a property`, task }, ...withProperties];
}

function readOutput(
  info: ToolInfo,
  file: string,
  exitCode: number,
  identifiers: readonly string[],
): OutputTrial {
  const lines = outputLines(readFileSync(file, "utf8"));
  const values = identifiers.map((identifier) => [
    identifier,
    info.valueFromOutput?.(lines, identifier) ?? null,
  ]);
  const commandLine = [info.executable];
  return {
    file,
    status: info.determineResult({ commandLine, outputLines: lines, exitCode }),
    values: Object.fromEntries(values) as Readonly<Record<string, string | null>>,
  };
}

function print(
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
