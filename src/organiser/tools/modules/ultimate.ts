import {
  columnPattern,
  FALSE_DATA_RACE,
  FALSE_DEREF,
  FALSE_FREE,
  FALSE_MEMCLEANUP,
  FALSE_MEMTRACK,
  FALSE_OVERFLOW,
  FALSE_REACH,
  FALSE_TERMINATION,
  firstPrefix,
  WITNESS_FILES,
} from "../output.ts";
import {
  dataModelParameter,
  notSupported,
  requireInputFiles,
  withoutWitness,
  witnessWords,
} from "../task-options.ts";
import type { ToolInfo, ToolTask } from "../tool-info.ts";

const NO_WRAPPER = "--force-no-wrapper";
/** The version of SV-COMP 2017 had another wrapper. */
const VERSION_OF_2017 = "f7c3ed31";
const UNKNOWN_IN_2017 = new Set(["--full-output", "--architecture"]);

/** Asks both the Java program and its wrapper, as BenchExec's module does. */
const VERSION_SCRIPT = `wrapper=$("$1" --version 2>/dev/null)
[ "$wrapper" = ${VERSION_OF_2017} ] && { echo "$wrapper"; exit; }
dir=$(dirname "$1"); jar=$(ls "$dir"/plugins/org.eclipse.equinox.launcher_*.jar | head -n 1)
ask() { java -Xss4m -jar "$jar" "$@" --version 2>/dev/null | sed -n 's/^Version is //p'; }
version=$(ask -data @noDefault -ultimatedata "$dir/data")
[ -n "$version" ] || version=$(ask -data "$dir/data")
echo "$version-$wrapper"`;

/** The tools of the Ultimate family differ in their names only. */
export const ULTIMATE_TOOLS: readonly ToolInfo[] = [
  ["ultimateautomizer", "ULTIMATE Automizer"],
  ["ultimategemcutter", "ULTIMATE GemCutter"],
  ["ultimatekojak", "ULTIMATE Kojak"],
  ["ultimateparalizer", "ULTIMATE Paralizer"],
  ["ultimatereferee", "ULTIMATE Referee"],
  ["ultimatetaipan", "ULTIMATE Taipan"],
].map(([module, name]) => ultimate(module as string, name as string));

function ultimate(module: string, name: string): ToolInfo {
  return {
    module,
    name,
    projectUrl: "https://www.ultimate-pa.org",
    executable: "Ultimate.py",
    roles: ["verifier", "validator"],
    versionArguments: ["--version"],
    versionScript: VERSION_SCRIPT,
    requiredPaths: ["plugins/org.eclipse.equinox.launcher_*.jar", "plugins", "config", "z3"],
    resultFiles: WITNESS_FILES,
    commandLine: (executable, options, task, _limits, version) =>
      version === VERSION_OF_2017
        ? commandLineOf2017(executable, options, task)
        : commandLine(executable, options, task),
    determineResult: ({ commandLine: words, outputLines }) => {
      const hasProperty = words.some((word) => word === "--spec" || word.includes(".prp"));
      return hasProperty ? answerOfWrapper(outputLines) : answerOfUltimate(outputLines);
    },
    valueFromOutput: (lines, identifier) => {
      const pattern = columnPattern(identifier);
      const hasGroup = pattern !== undefined && /\((?!\?[:=!<])|\(\?<[^=!]/.test(pattern.source);
      if (!hasGroup) return undefined;
      const match = lines.map((line) => pattern.exec(line)).find((found) => found !== null);
      return match?.[1];
    },
  };
}

function commandLine(
  executable: string,
  options: readonly string[],
  task: ToolTask,
): readonly string[] {
  if (options.includes(NO_WRAPPER)) {
    throw notSupported(
      `${NO_WRAPPER} needs the Java of this host: use the module benchexec.tools.ultimateautomizer`,
    );
  }
  const { propertyFile } = task;
  if (propertyFile === undefined) throw notSupported("Ultimate needs a property file");
  const all = [...options, ...architecture(options, task)];
  return [
    executable,
    ...["--spec", propertyFile],
    ...witnessWords(all, task, "--validate"),
    ...["--file", ...requireInputFiles(withoutWitness(task))],
    ...all,
  ];
}

function commandLineOf2017(
  executable: string,
  options: readonly string[],
  task: ToolTask,
): readonly string[] {
  if (task.propertyFile === undefined) throw notSupported("Ultimate needs a property file");
  const all = [...options, ...architecture(options, task)];
  const known = all.filter((option) => !UNKNOWN_IN_2017.has(option));
  return [
    ...[executable, task.propertyFile, ...known, "--full-output"],
    ...witnessWords(all, task, "--validate"),
    ...requireInputFiles(withoutWitness(task)),
  ];
}

function architecture(options: readonly string[], task: ToolTask): readonly string[] {
  const value = dataModelParameter(task, { ILP32: "32bit", LP64: "64bit" });
  return value === undefined || options.includes("--architecture") ? [] : ["--architecture", value];
}

const WRAPPER_ANSWERS = [
  ["FALSE(valid-free)", FALSE_FREE],
  ["FALSE(valid-deref)", FALSE_DEREF],
  ["FALSE(valid-memtrack)", FALSE_MEMTRACK],
  ["FALSE(valid-memcleanup)", FALSE_MEMCLEANUP],
  ["FALSE(TERM)", FALSE_TERMINATION],
  ["FALSE(OVERFLOW)", FALSE_OVERFLOW],
  ["FALSE(DATA-RACE)", FALSE_DATA_RACE],
  ["FALSE", FALSE_REACH],
  ["TRUE", "true"],
  ["UNKNOWN", "unknown"],
  ["ERROR: INVALID WITNESS FILE", "ERROR (invalid witness file)"],
  ["ERROR", "ERROR"],
  ["DONE", "done"],
] as const;

function answerOfWrapper(lines: readonly string[]): string {
  const answers = lines.map((line) => firstPrefix(line, WRAPPER_ANSWERS));
  return answers.find((answer) => answer !== undefined) ?? "unknown";
}

/** In one line the first of these counts, and among all lines the first. */
const ULTIMATE_ANSWERS = [
  ["ShortDescription: Unsupported Syntax", "ERROR: UNSUPPORTED SYNTAX"],
  ["ShortDescription: Incorrect Syntax", "ERROR: INCORRECT SYNTAX"],
  ["Type Error", "ERROR: TYPE ERROR"],
  ["InvalidWitnessErrorResult", "ERROR: INVALID WITNESS FILE"],
  ["ExceptionOrErrorResult", "ERROR: EXCEPTION"],
  ["Reason: overapproximation of", "UNKNOWN: OverapproxCex"],
  [
    "Found a nonterminating execution for the following lasso shaped sequence of statements",
    FALSE_TERMINATION,
  ],
  ["TerminationAnalysisResult: Termination proven", "true"],
  ["execution that violates the LTL property", "FALSE(valid-ltl)"],
  ["Buchi Automizer proved that the LTL property", "true"],
  ["DataRaceFoundResult", FALSE_DATA_RACE],
  ["Ultimate proved your program to be incorrect", FALSE_REACH],
  ["pointer dereference may fail", FALSE_DEREF],
  ["array index can be out of bounds", FALSE_DEREF],
  ["free of unallocated memory possible", FALSE_FREE],
  ["not all allocated memory was freed", FALSE_MEMTRACK],
  ["overflow possible", FALSE_OVERFLOW],
  ["Ultimate proved your program to be correct", "true"],
  ["AllSpecificationsHoldResult", "true"],
  ["TreeAutomizerUnsatResult", "unsat"],
  ["TreeAutomizerSatResult", "sat"],
] as const;

function answerOfUltimate(lines: readonly string[]): string {
  for (const line of lines) {
    const answer = ULTIMATE_ANSWERS.find(([part]) => line.includes(part))?.[1];
    if (answer !== undefined) return answer;
    if (line.startsWith("DONE")) return "done";
  }
  return "unknown";
}
