/**
 * Techniques by themselves on the open corpus, each as a configuration of its own:
 *
 *     npx tsx bench/techniques/run.ts [--techniques A,B] [--sets Loops,BitVectors] [--sample N]
 *     [--seed S]
 *       [--cpu-time SECONDS] [--corpus DIR] [--results FILE] [--agon FILE]
 *
 * `--sample` is the number of tasks of every set. Each answer is a line of the results (ndjson);
 * stored answers are not repeated. Points count without confirmation of witnesses.
 */
import { appendFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { askAgon } from "./answers.ts";
import { storedAnswers } from "./stored-answers.ts";
import { pointsOf, sampled, type Task, tasksOf } from "./tasks.ts";

/** One answer of one technique; a line of the results. */
interface Answer {
  readonly technique: string;
  readonly set: string;
  readonly task: string;
  readonly seconds: number;
  readonly expected: string;
  readonly verdict: string;
  readonly reason: string;
  readonly cpuSeconds: number;
  readonly refinements: number;
}

const { values } = parseArgs({
  options: {
    techniques: { type: "string", default: "impact,predicate-abstraction,trace-abstraction" },
    sets: { type: "string", default: "ControlFlow,BitVectors,Loops,ProductLines,Sequentialized" },
    corpus: { type: "string", default: "../shared/corpus/c" },
    results: { type: "string", default: ".cache/bench-techniques.ndjson" },
    agon: { type: "string", default: "dist/faces/cli/main.js" },
    "cpu-time": { type: "string", default: "20" },
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});

const seconds = Number(values["cpu-time"]);

function ask(technique: string, { set, task, program, dataModel, expected }: Task): Answer {
  const { agon } = values;
  const told = askAgon({ agon, technique, program, dataModel, seconds });
  const { verdict, reason, cpuSeconds, statistics } = told;
  const { refinements = 0 } = statistics;
  return { technique, set, task, seconds, expected, verdict, reason, cpuSeconds, refinements };
}

// -------------------------------------------------------------------- figures

function report(
  answers: readonly Answer[],
  techniques: readonly string[],
  sets: readonly string[],
) {
  const sum = (some: readonly Answer[], of: (answer: Answer) => number): number =>
    some.reduce((total, answer) => total + of(answer), 0);
  const header = ["technique", ...sets, "CPU s", "unique", "refinements", "wrong"];
  console.log(`| ${header.join(" | ")} |\n|${"---|".repeat(header.length)}`);
  for (const technique of techniques) {
    const own = answers.filter((answer) => answer.technique === technique);
    const cells = sets.map((set) => {
      const some = own.filter((answer) => answer.set === set);
      const most = sum(some, ({ expected }) => (expected === "true" ? 2 : 1));
      return `${sum(some, pointsOf)} of ${most}`;
    });
    const unique = own.filter(
      (answer) =>
        pointsOf(answer) > 0 &&
        answers.every(
          (other) =>
            other.task !== answer.task || other.technique === technique || pointsOf(other) <= 0,
        ),
    );
    const wrong = own.filter((answer) => pointsOf(answer) < 0);
    const cpu = sum(own, ({ cpuSeconds }) => cpuSeconds).toFixed(0);
    const refinements = sum(own, (answer) => answer.refinements);
    console.log(
      `| \`${technique}\` | ${[...cells, cpu, unique.length, refinements, wrong.length].join(" | ")} |`,
    );
    for (const { task, verdict } of wrong) console.log(`WRONG ${technique} ${task}: ${verdict}`);
  }
  console.log("\nunknown because of");
  const reasons = new Map<string, number>();
  for (const { verdict, technique, set, reason } of answers) {
    if (verdict !== "unknown") continue;
    const key = `${technique} ${set}: ${reason.replace(/\d+/g, "N").slice(0, 120)}`;
    reasons.set(key, (reasons.get(key) ?? 0) + 1);
  }
  for (const [reason, count] of [...reasons].toSorted((a, b) => b[1] - a[1])) {
    console.log(`${String(count).padStart(4)}  ${reason}`);
  }
}

// ----------------------------------------------------------------------- main

const techniques = values.techniques.split(",");
const sets = values.sets.split(",");
const keyOf = (technique: string, task: string, limit: number): string =>
  `${technique} ${task} ${limit}`;
const known = new Map(
  storedAnswers<Answer>(values.results).map((answer) => [
    keyOf(answer.technique, answer.task, answer.seconds),
    answer,
  ]),
);
const chosen = sets.flatMap((set) => {
  const tasks = tasksOf(values.corpus, set);
  return values.sample === undefined
    ? tasks
    : sampled(tasks, Number(values.sample), Number(values.seed));
});
const answers: Answer[] = [];
for (const task of chosen) {
  for (const technique of techniques) {
    const key = keyOf(technique, task.task, seconds);
    let answer = known.get(key);
    if (answer === undefined) {
      answer = ask(technique, task);
      appendFileSync(values.results, `${JSON.stringify(answer)}\n`);
    }
    answers.push(answer);
  }
}
report(answers, techniques, sets);
