/**
 * Compares several runs over the same tasks:
 *
 *     npx tsx bench/verifier/cactus.ts NAME=SPOOL [NAME=SPOOL…] [--svg FILE] [--fastest N]
 *
 * draws the number of right answers of each run within a time (a cactus plot, CPU time of the
 * verifier), and prints for the first run and each other one the tasks that both answer, the times,
 * and the delay of the first one. Answers count without confirmation by witnesses; tasks whose
 * labels do not hold are left out.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { plainQuantilePlot, renderSvg } from "../../src/organiser/plots/index.ts";
import { scoresOf } from "./scores.ts";
import { WRONG_LABELS } from "./wrong-labels.ts";

/** CPU seconds of the right answers, by category and task. */
type Answers = ReadonlyMap<string, number>;

interface Run {
  readonly category: string;
  readonly task: string;
  readonly status: string;
  readonly resultCategory: string;
  readonly expectedVerdict: string;
  readonly cpuTimeSeconds?: number;
}

/** Greatest delay against another verifier that is not listed. */
const TOLERATED_SECONDS = 0.1;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    svg: { type: "string" },
    fastest: { type: "string", default: "0" },
  },
});

function answersOf(spool: string): Answers {
  const { runs } = scoresOf<{ readonly runs: readonly Run[] }>(spool);
  const right = runs.filter((run) => isRight(run) && !wrongLabels(run).test(run.task));
  return new Map(
    right.map(({ category, task, cpuTimeSeconds = 0 }) => [`${category} ${task}`, cpuTimeSeconds]),
  );
}

/** Counts without the witness that a competition requires. */
function isRight({ resultCategory, status, expectedVerdict }: Run): boolean {
  if (resultCategory.startsWith("correct")) return true;
  return status.startsWith(`witness missing (${expectedVerdict}`);
}

/** Wrong labels of the suite that contains the category. */
function wrongLabels({ category }: Run): RegExp {
  if (category.startsWith("termination")) return WRONG_LABELS.termination;
  return category.startsWith("valid-") ? WRONG_LABELS.memory : WRONG_LABELS.reach;
}

function sorted(answers: Answers): readonly (readonly [task: string, seconds: number])[] {
  return [...answers].toSorted(([, a], [, b]) => a - b);
}

function sum(seconds: readonly number[]): string {
  return seconds.reduce((a, b) => a + b, 0).toFixed(0);
}

function compare(name: string, own: Answers, otherName: string, other: Answers): void {
  const both = [...own].flatMap(([task, seconds]) => {
    const others = other.get(task);
    return others === undefined ? [] : [{ task, seconds, others }];
  });
  const slower = both.filter(({ seconds, others }) => seconds > others + TOLERATED_SECONDS);
  const seconds = [both.map((one) => one.seconds), both.map(({ others }) => others)] as const;
  console.log(
    [
      `\n${name} ${own.size} right answers, ${otherName} ${other.size}`,
      `both ${both.length}, in ${sum(seconds[0])} s and ${sum(seconds[1])} s`,
      `${name} slower by more than ${TOLERATED_SECONDS} s: ${slower.length}`,
    ].join("; "),
  );
  for (const one of slower.toSorted((a, b) => b.seconds - b.others - (a.seconds - a.others)))
    console.log(`  ${one.seconds.toFixed(2)} ${one.others.toFixed(2)} ${one.task}`);
}

const runs = positionals.map((word) => {
  const [name = "", spool = ""] = word.split(/=(.*)/s);
  return { name, answers: answersOf(spool) };
});
const [first, ...others] = runs;
if (first === undefined) {
  console.error("expected at least one NAME=SPOOL: a name for the legend and the folder of a run");
  process.exit(2);
}
for (const { name, answers } of others) compare(first.name, first.answers, name, answers);
const fastest = sorted(first.answers).slice(0, Number(values.fastest));
for (const [task, seconds] of fastest) {
  const rest = others.map(({ answers }) => answers.get(task)?.toFixed(2) ?? "-");
  console.log(`| ${task} | ${[seconds.toFixed(2), ...rest].join(" | ")} |`);
}
if (fastest.length > 0) {
  for (const { name, answers } of runs) {
    const times = fastest.flatMap(([task]) => answers.get(task) ?? []);
    console.log(`${name} answers ${times.length} of these ${fastest.length}, in ${sum(times)} s`);
  }
}
if (values.svg !== undefined) {
  const tools = runs.map(({ name, answers }) => ({
    name,
    quantiles: sorted(answers).map(([, y], index) => ({ x: index + 1, y })),
  }));
  const title = "Right answers on the open corpus";
  writeFileSync(
    values.svg,
    renderSvg(plainQuantilePlot(tools, { title, measure: "cpuTimeSeconds" })),
  );
}
