/**
 * The loss of `default` against its virtual best: the technique that answers in the end, run alone.
 *
 *     npx tsx bench/techniques/virtual-best.ts [--sets A,B] [--sample N] [--seed S] [--cpu-time
 *     SECONDS] [--corpus DIR]
 *       [--results FILE] [--svg FILE] [--agon FILE]
 *
 * Each answer is a line of the results (ndjson) with the attempts of all techniques; stored answers
 * are not repeated. Points count without confirmation of witnesses. The plot has the points reached
 * when every task gets a given time: of `default`, of its virtual best, and of each technique's
 * contribution to the latter.
 */
import { appendFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Plot, type Point, renderSvg } from "../../src/organiser/plots/index.ts";
import { type Attempt, askAgon } from "./answers.ts";
import { storedAnswers } from "./stored-answers.ts";
import { pointsOf, sampled, type Task, tasksOf } from "./tasks.ts";

/** One answer of `default`; a line of the results. */
interface Answer {
  readonly set: string;
  readonly task: string;
  readonly seconds: number;
  readonly expected: string;
  readonly verdict: string;
  readonly cpuSeconds: number;
  readonly attempts: readonly Attempt[];
}

const SETS =
  "Arrays,BitVectors,ControlFlow,ECA,Floats,Heap,Loops,Other,ProductLines,Recursive,Sequentialized,XCSP";

const { values } = parseArgs({
  options: {
    sets: { type: "string", default: SETS },
    corpus: { type: "string", default: "../shared/corpus/c" },
    results: { type: "string", default: ".cache/bench-virtual-best.ndjson" },
    agon: { type: "string", default: "dist/faces/cli/main.js" },
    "cpu-time": { type: "string", default: "20" },
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    svg: { type: "string", default: "bench/techniques/virtual-best.svg" },
  },
});
const seconds = Number(values["cpu-time"]);

function ask({ set, task, program, dataModel, expected }: Task): Answer {
  const { agon } = values;
  const told = askAgon({ agon, technique: "default", program, dataModel, seconds });
  const { verdict, cpuSeconds, attempts } = told;
  return { set, task, seconds, expected, verdict, cpuSeconds, attempts };
}

function answersOf(tasks: readonly Task[]): readonly Answer[] {
  const known = new Map(
    storedAnswers<Answer>(values.results)
      .filter((answer) => answer.seconds === seconds)
      .map((answer) => [answer.task, answer]),
  );
  return tasks.map((task) => {
    const before = known.get(task.task);
    if (before !== undefined) return before;
    const answer = ask(task);
    appendFileSync(values.results, `${JSON.stringify(answer)}\n`);
    return answer;
  });
}

// -------------------------------------------------------------------- figures

/** A right answer, and the attempt that gave it. */
interface Solved {
  readonly points: number;
  readonly technique: string;
  readonly cpuSeconds: number;
  /** Time without the attempts of others. */
  readonly bestSeconds: number;
}

function solvedOf(answer: Answer): readonly Solved[] {
  const points = pointsOf(answer);
  const last = answer.attempts.at(-1);
  if (points <= 0 || last === undefined) return [];
  const { cpuSeconds } = answer;
  const bestSeconds = cpuSeconds - total(answer.attempts.slice(0, -1), (one) => one.cpuSeconds);
  return [{ points, technique: last.technique, cpuSeconds, bestSeconds }];
}

function total<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

function reportAttempts(answers: readonly Answer[]): void {
  console.log(
    "\n| technique | attempts | answers | s | s without answer, answered tasks | open tasks |",
  );
  console.log(`|---|${"---:|".repeat(5)}`);
  const rows = new Map<string, number[]>();
  for (const { verdict, attempts } of answers) {
    for (const [index, { technique, cpuSeconds }] of attempts.entries()) {
      const row = rows.get(technique) ?? [0, 0, 0, 0, 0];
      const isAnswer = verdict !== "unknown" && index === attempts.length - 1;
      const add = (column: number, amount: number): void => {
        row[column] = (row[column] ?? 0) + amount;
      };
      add(0, 1);
      add(1, Number(isAnswer));
      add(isAnswer ? 2 : verdict !== "unknown" ? 3 : 4, cpuSeconds);
      rows.set(technique, row);
    }
  }
  for (const [technique, row] of [...rows].toSorted((a, b) => (b[1][3] ?? 0) - (a[1][3] ?? 0))) {
    const cells = row.map((cell, index) => (index < 2 ? cell : cell.toFixed(1)));
    console.log(`| \`${technique}\` | ${cells.join(" | ")} |`);
  }
}

function reportLosses(solved: readonly Solved[]): void {
  console.log("\n| limit (s) | points of `default` | of its virtual best | loss |");
  console.log(`|---:|${"---:|".repeat(3)}`);
  for (const limit of [0.5, 1, 2, 5, 10, 20, 60].filter((one) => one <= seconds)) {
    const within = (of: (one: Solved) => number): number =>
      total(
        solved.filter((one) => of(one) <= limit),
        ({ points }) => points,
      );
    const own = within(({ cpuSeconds }) => cpuSeconds);
    const best = within(({ bestSeconds }) => bestSeconds);
    const loss = best === 0 ? 0 : (100 * (best - own)) / best;
    console.log(`| ${limit} | ${own} | ${best} | ${loss.toFixed(1)} % |`);
  }
  const own = total(solved, ({ cpuSeconds }) => cpuSeconds);
  const best = total(solved, ({ bestSeconds }) => bestSeconds);
  console.log(
    `\n${solved.length} right answers in ${own.toFixed(1)} s of CPU time, of the virtual best ${best.toFixed(1)} s`,
  );
}

/** The points within a time, as steps. */
function growth(pairs: readonly (readonly [seconds: number, points: number])[]): readonly Point[] {
  const sorted = pairs.toSorted(([a], [b]) => a - b);
  let sum = 0;
  return sorted.map(([x, points]) => {
    sum += points;
    return { x, y: sum };
  });
}

function plotOf(solved: readonly Solved[]): Plot {
  const techniques = [...new Set(solved.map(({ technique }) => technique))].toSorted();
  const series = [
    { name: "default", points: growth(solved.map((one) => [one.cpuSeconds, one.points])) },
    { name: "virtual best", points: growth(solved.map((one) => [one.bestSeconds, one.points])) },
    ...techniques.map((name) => {
      const own = solved.filter(({ technique }) => technique === name);
      return { name, points: growth(own.map((one) => [one.bestSeconds, one.points])) };
    }),
  ];
  const most = Math.max(
    1,
    total(solved, ({ points }) => points),
  );
  return {
    title: "Points per CPU time",
    x: { label: "CPU time of a task (s)", scale: "log", domain: [0.1, seconds] },
    y: { label: "points", scale: "linear", domain: [0, most] },
    series: series.map(({ name, points }) => ({ name, kind: "line", points })),
    guides: [],
    markEvery: 10,
  };
}

// ----------------------------------------------------------------------- main

const tasks = values.sets.split(",").flatMap((set) => {
  const all = tasksOf(values.corpus, set);
  return values.sample === undefined
    ? all
    : sampled(all, Number(values.sample), Number(values.seed));
});
const answers = answersOf(tasks);
const solved = answers.flatMap(solvedOf);
reportLosses(solved);
reportAttempts(answers);
for (const answer of answers.filter((one) => pointsOf(one) < 0)) {
  console.log(`WRONG ${answer.task}: ${answer.verdict}, expected ${answer.expected}`);
}
writeFileSync(values.svg, renderSvg(plotOf(solved)));
