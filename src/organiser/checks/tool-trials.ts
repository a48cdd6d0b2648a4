/**
 * Command lines of a tool-info module for usual tasks and for given ones, and its reading of stored
 * outputs.
 */

import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { defined } from "../../ground/util/defined.ts";
import { PlatformError } from "../../ground/util/errors.ts";
import { parseTaskDefinition } from "../tasks/index.ts";
import { outputLines, type ToolInfo, type ToolLimits, type ToolTask } from "../tools/index.ts";

export interface CommandLineTrial {
  readonly task: string;
  readonly words?: readonly string[];
  /** The reason why there is no command line. */
  readonly refusal?: string;
  readonly warning?: string;
}

export interface OutputTrial {
  readonly file: string;
  readonly status: string;
  readonly values: Readonly<Record<string, string | null>>;
}

/** A module on the usual tasks, given task definitions and stored outputs. */
export interface ToolTrials {
  readonly commandLines: readonly CommandLineTrial[];
  readonly outputs: readonly OutputTrial[];
  /** Whether a usual task of SV-COMP gets a command line. */
  readonly isUsable: boolean;
}

export interface ToolTrialOptions {
  /** Task definitions. */
  readonly tasks: readonly string[];
  /** Files with outputs of the tool. */
  readonly outputs: readonly string[];
  /** Exit code with which the tool ended after writing the outputs. */
  readonly exitCode: number;
  /** Figures to extract from the outputs, as columns of a table would. */
  readonly values: readonly string[];
}

/** Tries a tool-info module; executes nothing. @throws InputError for faulty task definitions. */
export function tryToolModule(
  info: ToolInfo,
  { tasks, outputs, exitCode, values }: ToolTrialOptions,
): ToolTrials {
  const commandLines = [
    ...USUAL_TASKS.map((usual) => tryTask(info, usual)),
    ...tasks.flatMap((file) => tasksOf(file).map((task) => tryTask(info, task))),
  ];
  return {
    commandLines,
    outputs: outputs.map((file) => readOutput(info, file, exitCode, values)),
    isUsable: commandLines.some(({ task, words }) => task === SV_COMP && words !== undefined),
  };
}

interface Trial {
  readonly title: string;
  readonly options?: readonly string[];
  readonly task: ToolTask;
  readonly limits?: ToolLimits;
  /** Words that a command line should contain, and the warning when it does not. */
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
      ...defined({
        language: definition.language,
        data_model: definition.dataModel,
        witness_input_file: definition.witnessInputFile,
      }),
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
