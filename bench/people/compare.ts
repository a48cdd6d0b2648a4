/**
 * The programs of examples/people with Agon and the other checkers that are installed: the mistakes
 * that each finds and misses, its false reports, and the CPU time. `npx tsx bench/people/compare.ts
 * [--details] [--checker=NAME]`, after `npm run build`.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const FOLDER = "examples/people/";

interface Example {
  readonly files: readonly string[];
  /** `FILE:LINE` of the mistake; undefined: there is none. */
  readonly mistake: string | undefined;
}

const EXAMPLES: readonly Example[] = readFileSync(`${FOLDER}README.md`, "utf8")
  .split("\n")
  .flatMap((row) => {
    const [, names, says = ""] = /^\| `([^`]+\.c)` \| (.*) \|$/.exec(row) ?? [];
    if (names === undefined) return [];
    const files = names.split(" ").map((name) => FOLDER + name);
    const [, file, line] = /^(?:(\S+\.c):)?(\d+|…):/.exec(says) ?? [];
    const name = file === undefined ? files[0] : FOLDER + file;
    // "…": one of several places of one mistake.
    const mistake = line === undefined ? undefined : `${name}:${line === "…" ? "" : line}`;
    return [{ files, mistake }];
  });

interface Checker {
  readonly name: string;
  readonly version: readonly string[];
  readonly command: (files: readonly string[]) => readonly string[];
  /** With the file as the first group and the line as the second. */
  readonly finding: RegExp;
  /** Text in the output when the answer is unknown. */
  readonly unknown?: RegExp;
  /** Converts the output to one with findings as above. */
  readonly prepare?: (output: string) => string;
}

/** CBMC names a file once, before its findings. */
function withFiles(output: string): string {
  let file = "";
  return output
    .split("\n")
    .map((line) => {
      file = /^(\S+) function \S+$/.exec(line)?.[1] ?? file;
      return line.replace(/^(\[\S+\]) line /, (_, name) => `${name} file ${file} line `);
    })
    .join("\n");
}

const CHECKERS: readonly Checker[] = [
  {
    name: "Agon",
    version: ["node", "dist/faces/cli/main.js", "--version"],
    command: (files) => ["node", "dist/faces/cli/main.js", "verify", ...files, "--quiet"],
    finding: /^(\S+?):(\d+):\d+: error:/gm,
    unknown: /^No answer/m,
  },
  {
    name: "CBMC",
    version: ["cbmc", "--version"],
    command: (files) => [
      ...["cbmc", ...files, "--unwind", "20", "--bounds-check", "--pointer-check", "--trace"],
      ...["--memory-leak-check", "--div-by-zero-check", "--signed-overflow-check"],
      ...["--undefined-shift-check", "--pointer-primitive-check"],
    ],
    // Insufficient bounds, and functions that no file defines, are not findings.
    finding:
      /^\[\S+\] file (\S+) line (\d+) (?!unwinding|recursion unwinding|no body).*: FAILURE$/gm,
    unknown: /(?:unwinding assertion|no body).*: FAILURE$/m,
    prepare: withFiles,
  },
  {
    name: "ESBMC",
    version: ["esbmc", "--version"],
    command: (files) => [
      ...["esbmc", ...files, "--unwind", "20", "--memory-leak-check", "--overflow-check"],
      "--ub-shift-check",
    ],
    finding: /^Violated property:\n\s*file (\S+) line (\d+)/gm,
    unknown: /VERIFICATION UNKNOWN/,
  },
  {
    name: "Frama-C Eva",
    version: ["frama-c", "-version"],
    command: (files) => ["frama-c", "-eva", "-eva-precision", "5", ...files],
    finding: /\[eva:alarm\] (\S+?):(\d+): Warning/g,
  },
  {
    name: "cppcheck",
    version: ["cppcheck", "--version"],
    command: (files) => ["cppcheck", "--quiet", "--enable=warning", ...files],
    finding: /^(\S+?):(\d+):\d+: (?:error|warning):/gm,
  },
  {
    name: "gcc -fanalyzer",
    version: ["gcc", "--version"],
    command: (files) => [
      ...["bash", "-c", 'for file; do gcc -fanalyzer -O1 -S -o /dev/null "$file"; done'],
      ...["gcc", ...files],
    ],
    finding: /^(\S+?):(\d+):\d+: warning: .*\[-Wanalyzer/gm,
  },
];

interface Run {
  readonly places: readonly string[];
  readonly isUnknown: boolean;
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
}

function run({ command, finding, unknown, prepare }: Checker, { files }: Example): Run {
  const words = ["-c", 'TIMEFORMAT="cpu %U %S wall %R"; time "$@"', "time", ...command(files)];
  const { stdout, stderr } = spawnSync("bash", words, { encoding: "utf8", timeout: 300_000 });
  const [, user = "0", system = "0", wall = "0"] =
    /^cpu (\S+) (\S+) wall (\S+)$/m.exec(stderr) ?? [];
  const output = `${stdout}\n${stderr}`;
  const text = prepare?.(output) ?? output;
  const places = [...text.matchAll(finding)].map(([, file = files[0], line]) => `${file}:${line}`);
  return {
    places: [...new Set(places)],
    isUnknown: unknown?.test(text) ?? false,
    cpuSeconds: Number(user) + Number(system),
    wallSeconds: Number(wall),
  };
}

/** The median, and the number below one second. */
function spread(seconds: readonly number[]): string {
  const median = seconds.toSorted((a, b) => a - b)[Math.floor(seconds.length / 2)] ?? 0;
  return `${median.toFixed(2)} s | ${seconds.filter((value) => value < 1).length}`;
}

const hasDetails = process.argv.includes("--details");
const [only] = process.argv.flatMap((word) => /^--checker=(.*)$/.exec(word)?.[1] ?? []);
const asked = CHECKERS.filter(({ name }) => only === undefined || name === only);
const installed = asked.filter(({ version: [program = "", ...words] }) => {
  return spawnSync(program, words).error === undefined;
});
const missing = asked.filter((checker) => !installed.includes(checker));
const withMistake = EXAMPLES.filter(({ mistake }) => mistake !== undefined).length;
console.log(`${EXAMPLES.length} programs, ${withMistake} of them with a mistake\n`);
console.log(
  "| checker | found | missed | reported elsewhere | called right | CPU time, all | median | below 1 s | wall time, median | below 1 s |",
);
console.log("|---|---|---|---|---|---|---|---|---|---|");
for (const checker of installed) {
  const runs = EXAMPLES.map((example) => ({ example, ...run(checker, example) }));
  const isFound = ({ example: { mistake }, places }: (typeof runs)[number]): boolean =>
    mistake !== undefined &&
    places.some((place) => (mistake.endsWith(":") ? place.startsWith(mistake) : place === mistake));
  const found = runs.filter(isFound).length;
  const elsewhere = runs.flatMap(({ example: { mistake }, places }) =>
    places.filter((place) => mistake === undefined || !place.startsWith(mistake)),
  );
  const right = runs.filter(
    ({ example: { mistake }, places, isUnknown }) =>
      mistake === undefined && places.length === 0 && !isUnknown,
  );
  const cpu = runs.map(({ cpuSeconds }) => cpuSeconds);
  const sum = cpu.reduce((total, value) => total + value, 0);
  const wall = runs.map(({ wallSeconds }) => wallSeconds);
  const [program = "", ...words] = checker.version;
  const version = spawnSync(program, words, { encoding: "utf8" }).stdout.split("\n")[0]?.trim();
  const name = version?.toLowerCase().includes(checker.name.toLowerCase().split(" ")[0] ?? "")
    ? version
    : `${checker.name} ${version}`;
  console.log(
    `| ${name} | ${found} | ${withMistake - found} | ${elsewhere.length} | ${right.length} of ${EXAMPLES.length - withMistake} | ${sum.toFixed(1)} s | ${spread(cpu)} | ${spread(wall)} |`,
  );
  if (!hasDetails) continue;
  for (const { example, places, cpuSeconds, wallSeconds } of runs) {
    const names = example.files.map((file) => file.slice(FOLDER.length)).join(" ");
    console.error(
      `${checker.name}\t${names}\t${example.mistake ?? "none"}\t${places.join(" ")}\t${cpuSeconds}\t${wallSeconds}`,
    );
  }
}
if (missing.length > 0) {
  console.log(`\nNot installed here: ${missing.map(({ name }) => name).join(", ")}.`);
}
