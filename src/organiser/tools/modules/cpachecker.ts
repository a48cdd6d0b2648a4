import { afterPrefix, statistic, wasTimeout } from "../output.ts";
import {
  DATA_MODEL_BITS,
  dataModelParameter,
  inputFilesOrIdentifier,
  withoutWitness,
  witnessWords,
} from "../task-options.ts";
import type { ToolInfo, ToolLimits, ToolRun, ToolTask } from "../tool-info.ts";

const GITLAB = "https://gitlab.com/sosy-lab/software/cpachecker/-/tree";
const TRAC = "https://svn.sosy-lab.org/trac/cpachecker/browser/CPAchecker";

/** CPAchecker, as a verifier and as a validator. */
export const cpachecker: ToolInfo = {
  module: "cpachecker",
  name: "CPAchecker",
  projectUrl: "https://cpachecker.sosy-lab.org/",
  executable: "cpachecker",
  places: [
    { name: "cpachecker", folder: "bin" },
    { name: "cpa.sh", folder: "scripts" },
  ],
  roles: ["verifier", "validator"],
  versionArguments: ["-help"],
  versionOf: (output) => (afterPrefix(output, "CPAchecker").split("(")[0] ?? "").trim(),
  urlForVersion,
  requiredPaths: [
    "../bin/cpachecker",
    "../lib/java/runtime",
    "../lib/*.jar",
    "../lib/native/x86_64-linux",
    "../cpachecker.jar",
    "../config",
  ],
  resultFiles: ["output/witness.yml", "output/witness.graphml", "output/*.yml", "output/*.graphml"],
  commandLine: (executable, options, task, limits) => [
    executable,
    ...options,
    ...ownOptions(options, task, limits),
    ...inputFilesOrIdentifier(withoutWitness(task)),
  ],
  determineResult,
  // The first line with this name; later ones belong to further analyses.
  valueFromOutput: (lines, identifier) =>
    lines.map((line) => statistic(line, identifier)).find((value) => value !== undefined),
};

/** In the style of the given options: old versions know single dashes only. */
function ownOptions(
  options: readonly string[],
  task: ToolTask,
  { cpuTimeSeconds }: ToolLimits,
): readonly string[] {
  const prefix = options.some((option) => option.startsWith("--")) ? "--" : "-";
  const has = (name: string): boolean =>
    options.includes(`-${name}`) || options.includes(`--${name}`);
  const bits = dataModelParameter(task, DATA_MODEL_BITS);
  const { propertyFile } = task;
  return [
    ...(cpuTimeSeconds && !has("timelimit") ? [`${prefix}timelimit`, `${cpuTimeSeconds}s`] : []),
    ...(has("stats") ? [] : [`${prefix}stats`]),
    ...(propertyFile === undefined ? [] : [`${prefix}spec`, propertyFile]),
    ...(bits === undefined || has(bits) ? [] : [`${prefix}${bits}`]),
    ...witnessWords(options, task, `${prefix}witness`),
  ];
}

/** Messages that override all others; the last one has the highest priority. */
const FAILURES: readonly (readonly [test: (line: string) => boolean, status: string])[] = [
  [(line) => line.includes("java.lang.OutOfMemoryError"), "OUT OF JAVA MEMORY"],
  [
    (line) =>
      line.includes("std::bad_alloc") ||
      line.includes("Cannot allocate memory") ||
      line.includes("Native memory allocation (malloc) failed to allocate") ||
      line.startsWith("out of memory"),
    "OUT OF NATIVE MEMORY",
  ],
  [
    (line) =>
      line.includes("There is insufficient memory for the Java Runtime Environment to continue.") ||
      line.includes("cannot allocate memory for thread-local data: ABORT"),
    "OUT OF MEMORY",
  ],
  [(line) => line.includes("SIGSEGV"), "SEGMENTATION FAULT"],
  [(line) => line.includes("java.lang.AssertionError"), "ASSERTION"],
  [
    // Output of an external CBMC is not an exception of CPAchecker.
    (line) =>
      (line.includes("Exception:") || line.startsWith("Exception in thread")) &&
      !line.startsWith("cbmc"),
    "EXCEPTION",
  ],
  [(line) => line.includes("Could not reserve enough space for object heap"), "JAVA HEAP ERROR"],
];

const ANSWER = "Verification result: ";
const HANGING = "For your information: CPAchecker is currently hanging at";

function determineResult(run: ToolRun): string {
  let status: string | undefined;
  for (const line of run.outputLines) {
    const failure = FAILURES.find(([test]) => test(line))?.[1];
    if (failure !== undefined) status = failure;
    else if (line.startsWith("Error: ") && !status) status = errorOf(line);
    else if (line.startsWith("Invalid configuration: ") && !status) {
      if (line.includes("Cannot parse witness")) status = "ERROR (invalid witness file)";
    } else if (line.startsWith(HANGING) && !status && wasTimeout(run)) status = "TIMEOUT";
    else if (line.startsWith(ANSWER)) {
      const answer = answerOf(line.slice(ANSWER.length).trim());
      if (!status) status = answer;
      else if (answer !== "unknown" && status !== answer) status = `${status} (${answer})`;
    } else if (line === "Finished." && !status) status = "done";
  }
  const isUndecided = !status || status === "unknown";
  // Exit codes of the JVM after a request to end: 143 is 128 and SIGTERM.
  const wasAskedToEnd = run.exitCode === 15 || run.exitCode === 143;
  if (isUndecided && wasTimeout(run) && wasAskedToEnd) return "TIMEOUT";
  return status || "ERROR";
}

function errorOf(line: string): string {
  if (line.includes("Cannot parse witness")) return "ERROR (invalid witness file)";
  if (line.includes("Unsupported")) {
    if (line.includes("recursion")) return "ERROR (recursion)";
    return line.includes("threads") ? "ERROR (threads)" : "ERROR";
  }
  if (line.includes("Parsing failed")) return "ERROR (parsing failed)";
  return line.includes("Interpolation failed") ? "ERROR (interpolation failed)" : "ERROR";
}

const VIOLATION =
  /^.* Property violation \(([a-zA-Z0-9_-]+)(?::.*)?\) found by chosen configuration.*/;

function answerOf(text: string): string {
  if (text.startsWith("TRUE")) return "true";
  if (!text.startsWith("FALSE")) return "unknown";
  const property = VIOLATION.exec(text)?.[1];
  return property === undefined ? "false" : `false(${property})`;
}

/** Web address of a version of CPAchecker: releases, Subversion, Git. */
function urlForVersion(version: string): string | undefined {
  const colon = version.indexOf(":");
  if (colon >= 0) {
    const branch = version.slice(0, colon);
    const place = branch === "trunk" ? branch : `branches/${branch}`;
    return `${TRAC}/${place}/?rev=${version.slice(colon + 1)}`;
  }
  if (/^[0-9.]+$/.test(version)) return `${TRAC}/tags/cpachecker-${version}/`;
  const revision = /^[0-9.]+-svn(?: ([0-9]{1,5})|-([0-9]{5}))$/.exec(version);
  if (revision !== null) return `${TRAC}/trunk/?rev=${revision[1] ?? revision[2]}`;
  const commit =
    /^[0-9.]+-svn-([0-9a-f]{6,})$/.exec(version)?.[1] ??
    /^[0-9.]+-[0-9]+-g([0-9a-f]{6,})$/.exec(version)?.[1] ??
    /^([0-9a-f]{40})$/.exec(version)?.[1];
  return commit === undefined ? undefined : `${GITLAB}/${commit}`;
}
