/**
 * Whether figures and limits hold while every core is busy with other work:
 *
 *     npx tsx bench/execution/under-load.ts [BURNERS] [REPETITIONS]
 *
 * See README.md beside it. Exit code 1 where a goal is missed.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ExecutionHost,
  measurementKind,
  prepareHost,
  type RunMeasurement,
  Supervisors,
} from "../../src/organiser/execution/index.ts";
import { startBurning } from "./load.ts";

const LIMITS = {
  cpuTimeSeconds: 1,
  wallTimeSeconds: 1,
  memoryBytes: 200_000_000,
  processes: 100,
  outputBytes: 1e6,
  filesBytes: 1e7,
  filesCount: 100,
} as const;
/** Enough that only the other limit is met. */
const PLENTY_SECONDS = 120;
/** Share of a limit that a run within it uses. */
const NEAR = 0.94;
/** Tolerances. */
const GOALS = { cpuPercent: 1, wallMilliseconds: 50 } as const;

interface Outcome extends RunMeasurement {
  readonly output: string;
}

/** Result of one repetition: a figure, and whether it is within the goal. */
interface Verdict {
  readonly figure: number;
  readonly isRight: boolean;
}

interface Experiment {
  readonly title: string;
  readonly words: readonly string[];
  readonly limits: Partial<Record<keyof typeof LIMITS, number>>;
  readonly judge: (outcome: Outcome) => Verdict;
}

/** Returns the number that the program printed behind a word. */
const printed = (output: string, word: string): number =>
  Number(new RegExp(`${word} ([\\d.]+)`).exec(output)?.[1]);

function experiments(): Experiment[] {
  const cpu = { cpuTimeSeconds: PLENTY_SECONDS, wallTimeSeconds: PLENTY_SECONDS };
  const figures = ["plain", "forked", "daemon", "ignored"].map((kind) => ({
    title: `1 s of CPU time, ${kind}: reported − used, %`,
    words: [kind, "1"],
    limits: cpu,
    judge: ({ cpuTimeSeconds, output, terminationReason }: Outcome): Verdict => {
      const percent = (cpuTimeSeconds / printed(output, "used") - 1) * 100;
      const isRight = Math.abs(percent) <= GOALS.cpuPercent && terminationReason === undefined;
      return { figure: percent, isRight };
    },
  }));
  const hasEnded = ({ exitCode, terminationReason }: Outcome): boolean =>
    exitCode === 0 && terminationReason === undefined;
  const beyondTheLimit = ({ wallTimeSeconds, terminationReason }: Outcome): Verdict => {
    const figure = (wallTimeSeconds - LIMITS.wallTimeSeconds) * 1e3;
    const isRight = figure >= 0 && figure <= GOALS.wallMilliseconds;
    return { figure, isRight: isRight && terminationReason === "walltime" };
  };
  return [
    ...figures,
    {
      title: "1 s of wall time, asleep: beyond the limit, ms",
      words: ["rest", "60"],
      limits: { cpuTimeSeconds: PLENTY_SECONDS },
      judge: beyondTheLimit,
    },
    {
      title: "1 s of wall time, burning: beyond the limit, ms",
      words: ["many", "4"],
      limits: { cpuTimeSeconds: PLENTY_SECONDS },
      judge: beyondTheLimit,
    },
    {
      title: `asleep for ${NEAR} s of 1 s: wall time reported − real, ms`,
      words: ["rest", String(NEAR)],
      limits: { cpuTimeSeconds: PLENTY_SECONDS },
      judge: (outcome) => {
        const figure = (outcome.wallTimeSeconds - printed(outcome.output, "lived")) * 1e3;
        // Where the machine woke it up too late, it did exceed its limit.
        const isOver = outcome.wallTimeSeconds > LIMITS.wallTimeSeconds;
        return { figure, isRight: isOver || hasEnded(outcome) };
      },
    },
    {
      title: `${NEAR} s of CPU time of 1 s: reported − used, ms`,
      words: ["plain", String(NEAR)],
      limits: { wallTimeSeconds: PLENTY_SECONDS },
      judge: (outcome) => ({
        figure: (outcome.cpuTimeSeconds - printed(outcome.output, "used")) * 1e3,
        isRight: hasEnded(outcome),
      }),
    },
  ];
}

async function main(burners: number, repetitions: number): Promise<void> {
  const host = await prepareHost({ sandbox: false });
  const folder = mkdtempSync(join(tmpdir(), "agon-bench-"));
  chmodSync(folder, 0o755); // A sandboxed run of root has the user NOBODY.
  const burn = join(folder, "burn");
  execFileSync("gcc", ["-O1", "-w", "-o", burn, join(import.meta.dirname, "burn.c")]);
  const stopBurning = startBurning(burn, burners);
  const supervisors = new Supervisors();
  try {
    console.log(
      `${availableParallelism()} cores, ${burners} burning beside, ${measurementKind(host)}, ` +
        `${host.isolation}, ${repetitions} repetitions, load ${loadavg()[0]?.toFixed(1)} at the start\n`,
    );
    console.log(`${"".padEnd(56)}${"median".padStart(10)}${"worst".padStart(10)}  wrong`);
    let wrong = 0;
    for (const experiment of experiments()) {
      const verdicts: Verdict[] = [];
      for (let i = 0; i < repetitions; i++) {
        verdicts.push(experiment.judge(await execute(experiment, burn, folder, supervisors, host)));
      }
      const faults = verdicts.filter(({ isRight }) => !isRight).length;
      const values = verdicts.map(({ figure }) => figure).sort((a, b) => Math.abs(a) - Math.abs(b));
      const shown = [values[Math.floor(values.length / 2)], values.at(-1)];
      const cells = shown.map((value) => (value ?? Number.NaN).toFixed(2).padStart(10)).join("");
      console.log(`${experiment.title.padEnd(56)}${cells}  ${faults}`);
      wrong += faults;
    }
    console.log(`\nload ${loadavg()[0]?.toFixed(1)} at the end; ${wrong} not as they must be`);
    process.exitCode = wrong === 0 ? 0 : 1;
  } finally {
    stopBurning();
    supervisors.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One run, measured by a process of its own, like those of a competition. */
async function execute(
  { words, limits }: Experiment,
  burn: string,
  folder: string,
  supervisors: Supervisors,
  host: ExecutionHost,
): Promise<Outcome> {
  const directory = mkdtempSync(join(folder, "run-"));
  const work = join(directory, "work");
  mkdirSync(work);
  const outputFile = join(directory, "output.log");
  const measurement = await supervisors.run(
    {
      command: [burn, ...words],
      environment: {},
      files: { workDirectory: work, inputs: new Map(), toolPaths: [burn], hidden: [] },
      limits: { ...LIMITS, ...limits },
      outputFile,
      mountPoint: join(directory, "root"),
    },
    host,
  );
  return { ...measurement, output: readFileSync(outputFile, "utf8") };
}

const [burners, repetitions] = [
  Number(process.argv[2] ?? 2 * availableParallelism()),
  Number(process.argv[3] ?? 20),
];
if (![burners, repetitions].every(Number.isInteger) || burners < 0 || repetitions < 1) {
  throw new Error("usage: npx tsx bench/execution/under-load.ts [BURNERS] [REPETITIONS]");
}
await main(burners, repetitions);
