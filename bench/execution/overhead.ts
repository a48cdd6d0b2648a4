/**
 * The overhead of one run, in some seconds:
 *
 *     npx tsx bench/execution/overhead.ts [REPETITIONS] [OTHER]
 *
 * OTHER is another working copy, whose runs take place in turn with this one's, so that other load
 * affects both: some at a time, since the clean-up of a sandbox affects the next run. See README.md
 * beside it.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

type Execution = typeof import("../../src/organiser/execution/index.ts");

const OWN = join(import.meta.dirname, "..", "..");
/** Compiling, first mounts, first entries. */
const WARM_UP = 5;
const AT_A_TIME = 10;
const LIMITS = {
  cpuTimeSeconds: 1,
  wallTimeSeconds: 10,
  memoryBytes: 200_000_000,
  processes: 100,
  outputBytes: 1e6,
  filesBytes: Number.POSITIVE_INFINITY,
  filesCount: Number.POSITIVE_INFINITY,
};

/** Runs `true` as competitions do; milliseconds from the request to the result. */
async function runner(copy: string, folder: string): Promise<() => Promise<number>> {
  const module = pathToFileURL(join(copy, "src", "organiser", "execution", "index.ts")).href;
  const { prepareHost, runPlainCommand, takePrecedence } = (await import(module)) as Execution;
  takePrecedence();
  const host = await prepareHost({ sandbox: true });
  return async () => {
    const start = performance.now();
    const { exitCode } = await runPlainCommand(
      {
        command: ["/bin/true"],
        directory: folder,
        shown: [],
        environment: {},
        limits: LIMITS,
        onOutput: async () => undefined,
      },
      host,
    );
    if (exitCode !== 0) throw new Error(`true ended with exit code ${exitCode}`);
    return performance.now() - start;
  };
}

function spawnOnly(): number {
  const start = performance.now();
  spawnSync("/bin/true");
  return performance.now() - start;
}

async function main(repetitions: number, other: string | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "agon-bench-"));
  chmodSync(folder, 0o755); // A sandboxed run of root has the user NOBODY.
  const rows: { name: string; measure: () => Promise<number>; milliseconds: number[] }[] = [
    { name: "spawn of true", measure: async () => spawnOnly(), milliseconds: [] },
    { name: "a run of true", measure: await runner(OWN, folder), milliseconds: [] },
  ];
  if (other !== undefined) {
    const measure = await runner(resolve(other), folder);
    rows.push({ name: `the same of ${other}`, measure, milliseconds: [] });
  }
  const load = loadavg()[0]?.toFixed(1);
  for (const { measure } of rows) for (let run = 0; run < WARM_UP; run++) await measure();
  for (let done = 0; done < repetitions; done += AT_A_TIME) {
    for (const { measure, milliseconds } of rows) {
      const count = Math.min(AT_A_TIME, repetitions - done);
      for (let run = 0; run < count; run++) milliseconds.push(await measure());
    }
  }
  rmSync(folder, { recursive: true });
  console.log(`${repetitions} in turn, load ${load} at the start; ms, median (least to worst)`);
  const [spawn = Number.NaN] = rows.map(({ milliseconds }) => median(milliseconds));
  for (const { name, milliseconds } of rows) {
    const [least, worst] = [Math.min(...milliseconds), Math.max(...milliseconds)];
    const all = `${median(milliseconds).toFixed(1)} (${least.toFixed(1)} to ${worst.toFixed(1)})`;
    const overhead = (median(milliseconds) - spawn).toFixed(1);
    console.log(`${name.padEnd(40)}${all.padStart(24)}   overhead ${overhead}`);
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const [repetitions, other] = [Number(process.argv[2] ?? 100), process.argv[3]];
if (!Number.isInteger(repetitions) || repetitions < 1) {
  throw new Error("usage: npx tsx bench/execution/overhead.ts [REPETITIONS] [OTHER]");
}
await main(repetitions, other);
