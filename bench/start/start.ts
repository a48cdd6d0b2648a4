/**
 * CPU seconds (user and system, of all threads and children) of starts of the
 * command line: median, least and largest of several runs, one run of each in
 * turn so that all see the same machine.
 *
 *     npm run build && npx tsx bench/start/start.ts [--runs 15] [--main OTHER/dist/faces/cli/main.js]
 *
 * --main: also the same starts of another build, to compare with.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { runs: { type: "string", default: "15" }, main: { type: "string" } },
});
const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const node = process.execPath;
const property = at("examples/mini/properties/unreach-call.prp");
const program = at("bench/start/ten-lines.c");

const starts = (main: string): readonly (readonly [name: string, words: readonly string[]])[] => [
  ["agon help", [node, main, "help"]],
  ["agon --version", [node, main, "--version"]],
  ["agon help score", [node, main, "help", "score"]],
  ["agon help verify", [node, main, "help", "verify"]],
  [
    "agon verify, ten lines",
    [node, main, "verify", "--data-model", "ILP32", "--property", property, program],
  ],
];

const measured = [
  ["node -e 0", [node, "-e", "0"]] as const,
  ...starts(at("dist/faces/cli/main.js")),
  ["./agon help", [at("agon"), "help"]] as const,
  ...(values.main === undefined
    ? []
    : starts(values.main).map(([name, words]) => [`${name} (other build)`, words] as const)),
];

/** The shell's own clock counts what its children used. */
function cpuSeconds(words: readonly string[]): number {
  const script = 'TIMEFORMAT="%3U %3S"; time "$@" >/dev/null 2>&1';
  const { stderr } = spawnSync("bash", ["-c", script, "bash", ...words], { encoding: "utf8" });
  const [user, system] = stderr.trim().split(" ").map(Number);
  if (user === undefined || system === undefined) throw new Error(`no times in '${stderr}'`);
  return user + system;
}

const seconds = measured.map((): number[] => []);
for (let run = 0; run < Number(values.runs); run++) {
  for (const [index, [, words]] of measured.entries()) seconds[index]?.push(cpuSeconds(words));
}
for (const [index, [name]] of measured.entries()) {
  const sorted = (seconds[index] ?? []).toSorted((a, b) => a - b);
  const [least, median, most] = [0, 0.5, 1].map((q) =>
    sorted[Math.floor(q * (sorted.length - 1))]?.toFixed(3),
  );
  console.log(`${name.padEnd(40)} ${median} (${least} to ${most})`);
}
