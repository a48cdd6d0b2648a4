import { afterPrefix, columnPattern, WITNESS_FILES } from "../output.ts";
import { notSupported, requireInputFiles, withoutWitness, witnessOf } from "../task-options.ts";
import type { ToolInfo, ToolTask } from "../tool-info.ts";

const ARCHITECTURES: Readonly<Record<string, string>> = { ILP32: "32bit", LP64: "64bit" };
const WITNESS_OPTIONS = ["--witness.yaml.validate", "--witness.yaml.unassume"];
const REPOSITORY = "https://github.com/goblint/analyzer/commit";

/** Goblint, as a verifier and as a validator. */
export const goblint: ToolInfo = {
  module: "goblint",
  name: "Goblint",
  projectUrl: "https://goblint.in.tum.de/",
  executable: "goblint_runner.py",
  places: [
    { name: "goblint_runner.py", folder: "" },
    { name: "goblint", folder: "" },
  ],
  roles: ["verifier", "validator"],
  versionArguments: ["--version"],
  versionOf: (output) => afterPrefix(output, "Goblint version: "),
  urlForVersion: (version) => {
    const described = /^(?:heads|tags|remotes\/.+)\/.+-\d+-g([0-9a-f]{7,})(?:-dirty)?$/.exec(
      version,
    );
    const released = /^[0-9.]+ ([0-9a-f]{40})$/.exec(version);
    const commit = described?.[1] ?? released?.[1];
    return commit === undefined ? undefined : `${REPOSITORY}/${commit}`;
  },
  resultFiles: WITNESS_FILES,
  commandLine: (executable, options, task) => {
    const { propertyFile } = task;
    return [
      executable,
      ...options,
      ...(propertyFile === undefined ? [] : ["--sets", "ana.specification", propertyFile]),
      ...architecture(task),
      ...witness(options, task),
      ...requireInputFiles(withoutWitness(task)),
    ];
  },
  determineResult: ({ outputLines, exitCode }) => {
    let status: string | undefined;
    for (const line of outputLines) {
      if (line.includes("Fatal error")) return fatalError(line);
      const answer = /^SV-COMP result: (.*)/.exec(line)?.[1];
      if (answer !== undefined) status = answer;
    }
    if (status) return status;
    return exitCode === 0 ? "unknown" : "ERROR";
  },
  // The first match, or the last one where the group has that name.
  valueFromOutput: (lines, identifier) => {
    const pattern = columnPattern(identifier);
    const found = lines.flatMap((line) => {
      const match = pattern?.exec(line);
      return match === null || match === undefined ? [] : [match[1]];
    });
    const wantsLast = /^[^(]*(?:\((?:\?:|\?=|\?!)[^(]*)*\(\?P?<last>/.test(identifier);
    return wantsLast ? found.at(-1) : found.find((value) => value !== undefined);
  },
};

function architecture({ options }: ToolTask): readonly string[] {
  const dataModel = options?.data_model;
  if (!dataModel) return [];
  const value = ARCHITECTURES[String(dataModel)];
  if (value === undefined)
    throw notSupported(`Goblint does not support the data model ${dataModel}`);
  return ["--sets", "exp.architecture", value];
}

/** Goblint takes the witness twice: to validate it, and to use its content. */
function witness(options: readonly string[], task: ToolTask): readonly string[] {
  const hasOne = task.options !== undefined && "witness_input_file" in task.options;
  if (!hasOne || WITNESS_OPTIONS.some((option) => options.includes(option))) return [];
  const file = witnessOf(task) as string;
  return WITNESS_OPTIONS.flatMap((option) => [option, file]);
}

function fatalError(line: string): string {
  if (line.includes("Assertion failed")) return "ASSERTION";
  const exception = /Fatal error: exception (Stack overflow|Out of memory|[A-Za-z0-9._]+)/.exec(
    line,
  )?.[1];
  return exception === undefined ? "EXCEPTION" : `EXCEPTION (${exception})`;
}
