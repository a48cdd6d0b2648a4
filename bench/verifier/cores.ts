/**
 * Wall time of `--cores 1` and `--cores 2`: each task is run in both ways, one right after the
 * other, in alternating order, so that other load affects both equally.
 *
 *     npm run build && npx tsx bench/verifier/cores.ts [--tasks FILE] [--sets A,B] [--sample N]
 *     [--seed S]
 *       [--rounds N] [--cpu-time SECONDS] [--least SECONDS] [--results FILE] [--corpus DIR] [--main
 *       dist/faces/cli/main.js]
 *       [--pinned]
 *
 * FILE: names of tasks, one a line, such as `loops/sum01-1.yml`; absent: those of the sets, or N of
 * each. Answers are lines of the results (ndjson); stored answers are not repeated. The table
 * compares the least wall times of all rounds, for tasks on which one core needs at least a given
 * number of seconds (--least, 1). Pinned, a call gets as many cores of the machine as its option
 * says (taskset), as in a competition with a limit of cores; else with one core the engine compiles
 * and collects garbage on the other.
 */
import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { storedAnswers } from "../techniques/stored-answers.ts";
import { pointsOf, sampled, type Task, tasksOf } from "../techniques/tasks.ts";

interface Answer {
  readonly task: string;
  readonly cores: number;
  readonly round: number;
  readonly cpuLimit: number;
  readonly expected: string;
  readonly verdict: string;
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
}

const SETS =
  "Arrays,BitVectors,ControlFlow,ECA,Floats,Heap,Loops,Other,ProductLines,Recursive,Sequentialized,XCSP";

const { values } = parseArgs({
  options: {
    tasks: { type: "string" },
    sets: { type: "string", default: SETS },
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    rounds: { type: "string", default: "1" },
    "cpu-time": { type: "string", default: "60" },
    least: { type: "string", default: "1" },
    results: { type: "string", default: ".cache/bench-cores.ndjson" },
    corpus: { type: "string", default: "../shared/corpus/c" },
    main: { type: "string", default: "dist/faces/cli/main.js" },
    pinned: { type: "boolean", default: false },
  },
});
const cpuLimit = Number(values["cpu-time"]);

function chosenTasks(): readonly Task[] {
  const sets = values.sets.split(",").map((set) => tasksOf(values.corpus, set));
  const { tasks, sample, seed } = values;
  if (tasks !== undefined) {
    const names = new Set(readFileSync(tasks, "utf8").split("\n").filter(Boolean));
    return sets.flat().filter(({ task }) => names.has(task));
  }
  if (sample === undefined) return sets.flat();
  return sets.flatMap((set) => sampled(set, Number(sample), Number(seed)));
}

function ask({ task, program, dataModel, expected }: Task, cores: number, round: number): Answer {
  const words = [values.main, "verify", program, "--property", "unreach-call", "--quiet", "--json"];
  const how = ["--data-model", dataModel, "--time-limit", `${cpuLimit}s`, "--cores", `${cores}`];
  const pin = values.pinned ? ["taskset", "--cpu-list", `0-${cores - 1}`] : [];
  const [command = "", ...rest] = [...pin, process.execPath, ...words, ...how];
  const start = performance.now();
  const { stdout } = spawnSync(command, rest, {
    encoding: "utf8",
    timeout: cpuLimit * 20_000,
    stdio: ["ignore", "pipe", "ignore"],
  });
  // Includes the start and the end of all processes, which the verifier's own clock does not see.
  const wallSeconds = (performance.now() - start) / 1000;
  const { verdict, cpuSeconds } = told(stdout);
  return { task, cores, round, cpuLimit, expected, verdict, wallSeconds, cpuSeconds };
}

function told(text: string): { readonly verdict: string; readonly cpuSeconds: number } {
  try {
    const { verdict, cpuSeconds = Number.NaN } = JSON.parse(text);
    return { verdict, cpuSeconds };
  } catch {
    return { verdict: "unknown", cpuSeconds: Number.NaN };
  }
}

const keyOf = ({ task, cores, round }: Pick<Answer, "task" | "cores" | "round">): string =>
  `${task} ${cores} ${round}`;

function answersTo(tasks: readonly Task[]): readonly Answer[] {
  const known = new Map(
    storedAnswers<Answer>(values.results)
      .filter((answer) => answer.cpuLimit === cpuLimit)
      .map((answer) => [keyOf(answer), answer]),
  );
  const rounds = Array.from({ length: Number(values.rounds) }, (_, round) => round);
  return rounds.flatMap((round) =>
    tasks.flatMap((task, index) => {
      const order = (index + round) % 2 === 0 ? [1, 2] : [2, 1];
      return order.map((cores) => {
        const before = known.get(keyOf({ task: task.task, cores, round }));
        if (before !== undefined) return before;
        const answer = ask(task, cores, round);
        appendFileSync(values.results, `${JSON.stringify(answer)}\n`);
        return answer;
      });
    }),
  );
}

/** The fastest right answer with this number of cores. */
function best(answers: readonly Answer[], task: string, cores: number): Answer | undefined {
  return answers
    .filter((answer) => answer.task === task && answer.cores === cores && pointsOf(answer) > 0)
    .toSorted((a, b) => a.wallSeconds - b.wallSeconds)[0];
}

const tasks = chosenTasks();
const answers = answersTo(tasks);
console.log("| task | wall s, 1 core | 2 cores | CPU s, 1 core | 2 cores |");
console.log("|---|---:|---:|---:|---:|");
const sums = { one: 0, two: 0, pairs: 0, won: 0 };
const lost: string[] = [];
for (const { task } of tasks) {
  const [one, two] = [best(answers, task, 1), best(answers, task, 2)];
  if (one === undefined || two === undefined) {
    if (one !== undefined || two !== undefined) {
      lost.push(`${task}: answered with ${one === undefined ? "two cores" : "one core"} only`);
    }
    continue;
  }
  if (one.wallSeconds < Number(values.least)) continue;
  const figures = [one.wallSeconds, two.wallSeconds, one.cpuSeconds, two.cpuSeconds];
  console.log(`| \`${task}\` | ${figures.map((figure) => figure.toFixed(2)).join(" | ")} |`);
  sums.one += one.wallSeconds;
  sums.two += two.wallSeconds;
  sums.pairs++;
  if (two.wallSeconds < one.wallSeconds) sums.won++;
}
console.log(
  `\n${sums.won} of ${sums.pairs} sooner with two cores; ${sums.one.toFixed(1)} and ${sums.two.toFixed(1)} s of wall time`,
);
for (const line of lost) console.log(line);
for (const answer of answers.filter((each) => pointsOf(each) < 0)) {
  console.log(`WRONG ${answer.task} (${answer.cores}): ${answer.verdict}, not ${answer.expected}`);
}
