/**
 * Native tool-info modules against BenchExec's Python originals: the same command lines, statuses
 * and values, for tasks and outputs composed randomly from the words that the modules search for.
 */

import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { TERMINATION_REASONS } from "../../src/ground/model/index.ts";
import { PlatformError } from "../../src/ground/util/errors.ts";
import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";
import { BridgedTool, moduleSearchPath } from "../../src/organiser/execution/index.ts";
import { TOOL_MODULES, type ToolInfo, type ToolTask } from "../../src/organiser/tools/index.ts";

const SEED = Number(process.env.SEED ?? 2026);
const ROUNDS = Number(process.env.ROUNDS ?? 40);

const searchPath = tryOr(() => moduleSearchPath([]), undefined);
const folder = mkdtempSync(join(tmpdir(), "agon-modules-"));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Versions that make a difference to some module; the first is for all others. */
const VERSIONS: Readonly<Record<string, readonly string[]>> = {
  deagle: ["2.2", "1.3"],
  symbiotic: ["9.1.0-abcdef", "4.0.0-abcdef"],
  theta: ["6.8.6", "6.0.0", "4.2.3"],
};

const cases = TOOL_MODULES.filter(({ executable }) => executable !== "agon").flatMap((info) =>
  (VERSIONS[info.module] ?? ["1.2.3"]).map((version) => [info.module, version, info] as const),
);

describe.skipIf(searchPath === undefined)(
  `as BenchExec's modules, seed ${SEED} (skipped unless AGON_BENCHEXEC or Python knows BenchExec)`,
  () => {
    test.each(cases)("%s, version %s", { timeout: 120_000 }, (module, version, native) => {
      const random = randomIntegers(SEED);
      const directory = installStub(native, version);
      const isUltimate = module.startsWith("ultimate");
      const tool = new BridgedTool({
        module: isUltimate ? `derived.${module}` : module,
        searchPath: [...(isUltimate ? [deriveUltimate(module)] : []), ...(searchPath ?? [])],
        directory,
      });
      try {
        const python = tool.info();
        expect(native.name).toBe(python.name);
        // BenchExec's adapter for old modules hides their address.
        expect(native.projectUrl).toBe(python.projectUrl ?? native.projectUrl);
        expect(native.startsInOwnFolder === true).toBe(python.startsInOwnFolder === true);
        const words = wordsOf(tool.facts.sources);
        for (let round = 0; round < ROUNDS; round++) {
          compareCommandLines(native, python, version, random);
          compareOutputs(native, python, version, words, random);
        }
        for (const text of [
          "4.0",
          "tags/v2.1.0-3-gabcdef0",
          "2.0-svn-30000",
          "trunk:44918",
          `1.1 ${"a".repeat(40)}`,
          "a".repeat(40),
          "4.0-123-gabcdef",
          "2.2.1-svn-9743f6eae7",
          "1.7-svn 20000",
          "dev",
        ]) {
          expect(native.urlForVersion?.(text), text).toBe(python.urlForVersion?.(text));
        }
      } finally {
        tool.close();
      }
    });
  },
);

type Random = (below: number) => number;

function compareCommandLines(
  native: ToolInfo,
  python: ToolInfo,
  version: string,
  random: Random,
): void {
  const options = some(OPTIONS, random);
  const task = randomTask(random);
  const limits = {
    ...(random(2) === 0 ? {} : { cpuTimeSeconds: 900, hardCpuTimeSeconds: 960 }),
    ...(random(2) === 0 ? {} : { memoryBytes: 15_000_000_000 }),
  };
  const what = JSON.stringify({ options, task, limits });
  const ours = commandLineOrRefusal(() =>
    native.commandLine(python.executable, options, task, limits, version),
  );
  const theirs = commandLineOrRefusal(() =>
    python.commandLine(python.executable, options, task, limits),
  );
  // In its own folder the Python module names the executable './NAME', as BenchExec does.
  expect(ours, what).toEqual(theirs);
}

function commandLineOrRefusal(make: () => readonly string[]): readonly string[] | "refused" {
  try {
    return make();
  } catch (error) {
    if (error instanceof PlatformError && error.code === "ERR_TASK_NOT_SUPPORTED") return "refused";
    throw error;
  }
}

const OPTIONS = [
  "-stats",
  "--stats",
  "-timelimit",
  "--32",
  "-64",
  "32",
  "--arch",
  "--architecture",
  "64bit",
  "--xml-ui",
  "-svcomp",
  "--witness",
  "--bit-width",
  "--compiler-options=-m32",
  "--validate",
];

function randomTask(random: Random): ToolTask {
  const inputFiles = random(8) === 0 ? [] : random(5) === 0 ? ["a.c", "b.c"] : ["a.c"];
  const hasWitness = random(3) === 0 && inputFiles.length > 0;
  const options = {
    ...(random(4) === 0 ? {} : { language: random(6) === 0 ? "Java" : "C" }),
    ...(random(3) === 0
      ? {}
      : { data_model: random(9) === 0 ? "ILP64" : random(2) === 0 ? "ILP32" : "LP64" }),
    ...(hasWitness ? { witness_input_file: "w.yml" } : {}),
  };
  return {
    inputFiles: hasWitness ? [...inputFiles, "witness/w.yml"] : inputFiles,
    ...(inputFiles.length === 0 ? { identifier: "job" } : {}),
    ...(random(4) === 0 ? {} : { propertyFile: "unreach-call.prp" }),
    ...(random(5) === 0 && !hasWitness ? {} : { options }),
  };
}

function compareOutputs(
  native: ToolInfo,
  python: ToolInfo,
  toolVersion: string,
  words: readonly string[],
  random: Random,
): void {
  const outputLines = Array.from({ length: random(6) }, () => randomLine(words, random));
  const isSignal = random(4) === 0;
  const isEnded = random(4) === 0;
  const commandLine = commandLineOrRefusal(() =>
    python.commandLine(
      python.executable,
      some(["--xml-ui", "--unwinding-assertions"], random),
      {
        inputFiles: ["a.c"],
        options: { language: "C", data_model: "ILP32" },
        ...(random(2) === 0 && python.module.endsWith("cbmc") ? {} : { propertyFile: "p.prp" }),
      },
      {},
    ),
  );
  const run = {
    commandLine: commandLine === "refused" ? ["x"] : commandLine,
    toolVersion,
    outputLines,
    ...(isSignal
      ? { signal: pick([6, 9, 11, 15], random) }
      : { exitCode: pick([0, 0, 1, 5, 6, 7, 10, 15, 64, 143, 200, 209, 221], random) }),
    ...(isEnded ? { terminationReason: pick(TERMINATION_REASONS, random) } : {}),
  };
  const ours = native.determineResult(run);
  const theirs = python.determineResult(run);
  const what = JSON.stringify(run);
  // Where the original throws, BenchExec stores no result; Agon's module returns an error.
  if (theirs.startsWith("ERROR (tool-info: "))
    expect(ours, what).toMatch(/^(ERROR|FAILURE|unknown)/);
  else expect(ours, what).toBe(theirs);
  const identifier = pick(
    [
      "time",
      "(time)=(\\d+)",
      "x=(\\d+)",
      "(?P<last>\\d+)",
      "(?P<first>\\d+)",
      "no group",
      "Witness",
    ],
    random,
  );
  const lines = Array.from({ length: random(4) }, () =>
    pick(["time=1", "x=2 x=3", "time: 4 (s)", "Witness: a:b", " time for all: 3.5", "42"], random),
  );
  expect(
    tryOr(() => native.valueFromOutput?.(lines, identifier), undefined),
    JSON.stringify([identifier, lines]),
  ).toBe(tryOr(() => python.valueFromOutput?.(lines, identifier), undefined));
}

function randomLine(words: readonly string[], random: Random): string {
  const word = pick(words, random);
  switch (random(8)) {
    case 0:
      return "";
    case 1:
      return `prefix ${word}`;
    case 2:
      return `${word} suffix`;
    case 3:
      return `${word} ${pick(words, random)}`;
    case 4:
      return pick(XML, random);
    default:
      return word;
  }
}

const XML = [
  "<cprover><cprover-status>SUCCESS</cprover-status></cprover>",
  '<cprover><cprover-status>FAILURE</cprover-status><goto_trace><failure reason="r"/></goto_trace></cprover>',
  "<cprover><goto_trace><failure><reason>unwinding assertion</reason></failure></goto_trace><cprover-status>FAILURE</cprover-status></cprover>",
  "<cprover><>x</><cprover-status>OTHER</cprover-status></cprover>",
  '<cprover><message type="ERROR"><text>Out of memory</text></message></cprover>',
  "<cprover>",
];

/** String literals of the module's sources: the words that it searches for. */
function wordsOf(files: readonly string[]): readonly string[] {
  const words = new Set([
    "TRUE",
    "FALSE",
    "UNKNOWN",
    "true",
    "false(valid-deref)",
    "RESULT: true",
    "FALSE(no-overflow)",
  ]);
  for (const file of files.filter((name) => !/template|util/.test(name))) {
    for (const [, text = ""] of readFileSync(file, "utf8").matchAll(/"([^"\\\n{}]{3,80})"/g))
      words.add(text);
  }
  for (const extra of EXTRA_WORDS) words.add(extra);
  return [...words];
}

const EXTRA_WORDS = [
  "Verification result: TRUE. No property violation found by chosen configuration.",
  "Verification result: FALSE. Property violation (unreach-call) found by chosen configuration.",
  "Verification result: FALSE. Property violation (valid-deref: x in line 3) found by chosen configuration.",
  "Verification result: UNKNOWN, incomplete analysis.",
  "Error: Unsupported feature (recursion)",
  "Error: Unsupported feature (threads)",
  "Error: Parsing failed",
  "(SafetyResult Unsafe (Property valid-free))",
  "SV-COMP result: true",
  "Fatal error: exception Stack overflow",
  "Fatal error: exception Foo.Bar(1)",
  "statistics: witnesslint finished with exit code 0",
  "Witness Type-Match: False",
  "Witness Version-Match: False",
  "nodatarace.assertion.1: FAILURE",
  "overflow.1 FAILURE",
  "memory-leak.1 pointer_dereference.2 FAILURE",
];

/** An executable that only prints its version. */
function installStub(native: ToolInfo, version: string): string {
  const directory = join(folder, `${native.module}-${version}`);
  const place = native.places?.[0] ?? { name: native.executable, folder: "" };
  const file = join(directory, place.folder, place.name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\necho '${version}'\n`);
  chmodSync(file, 0o755);
  mkdirSync(join(directory, "plugins"), { recursive: true });
  writeFileSync(join(directory, "plugins", "org.eclipse.equinox.launcher_1.jar"), "");
  return directory;
}

/** Ultimate's modules get the version from Java: everything else is inherited. */
function deriveUltimate(module: string): string {
  const path = join(folder, "derived-modules");
  mkdirSync(join(path, "derived"), { recursive: true });
  writeFileSync(join(path, "derived", "__init__.py"), "");
  writeFileSync(
    join(path, "derived", `${module}.py`),
    `from benchexec.tools import ${module}\nclass Tool(${module}.Tool):\n    def version(self, executable): return "0.3.0-abc"\n`,
  );
  return path;
}

function pick<T>(items: readonly T[], random: Random): T {
  return items[random(items.length)] as T;
}

function some<T>(items: readonly T[], random: Random): readonly T[] {
  return items.filter(() => random(5) === 0);
}

function tryOr<T>(attempt: () => T, otherwise: T): T {
  try {
    return attempt();
  } catch {
    return otherwise;
  }
}
