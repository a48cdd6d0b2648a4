/**
 * Every configuration of the verifier on every program of a corpus, or of `test/regression`, for
 * reachability and for signed overflow: no two answers may contradict each other.
 *
 *     npx tsx bench/differential/engine-verdicts.ts [--corpus DIR] [--seconds 1] [--seed 1]
 *     [--results FILE]
 *
 * Programs of a corpus come in an order that the seed decides, so that the first ones are a sample.
 * Programs that one configuration leaves open get a quarter of the time from the others, starting
 * with another one for each program, since only answers can contradict each other. Answers are
 * lines of `--results` (ndjson); stored answers are not repeated, so that an interrupted run
 * continues.
 *
 * A contradiction between an answer and the task's label is printed, but is not a fault: some
 * labels do not hold (bench/verifier/README.md). Exit code 1 when configurations contradict each
 * other.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { CONFIGURATIONS } from "../../src/contestant/plan/configurations.ts";
import { createsThreads } from "../../src/contestant/techniques/search/thread-creation.ts";
import type { Property } from "../../src/ground/model/index.ts";
import {
  loadProgram,
  NO_OVERFLOW,
  REACHABILITY,
  Verdicts,
} from "../../test/regression/verdicts.ts";
import { unlessRefused } from "../../test/support/unless-refused.ts";
import { storedAnswers } from "../techniques/stored-answers.ts";
import { type LabelledProgram, labelledPrograms } from "./labelled-programs.ts";

const { values } = parseArgs({
  options: {
    /** A folder of task definitions, or of programs whose first lines are labels. */
    corpus: { type: "string", default: "../shared/corpus/c" },
    /** CPU seconds per verdict. */
    seconds: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
    configurations: { type: "string", default: CONFIGURATIONS.map(({ name }) => name).join() },
    results: { type: "string" },
    /** Starts no more queries after this number of seconds. */
    "stop-after": { type: "string", default: "Infinity" },
  },
});
const configurations = values.configurations.split(",");
const seconds = Number(values.seconds);
const stopAfterSeconds = Number(values["stop-after"]);
/** Share of the time, for a query that another configuration has left open. */
const SHARE_FOR_OPEN = 0.25;
const PROPERTIES: Readonly<Record<string, Property>> = {
  "unreach-call": REACHABILITY,
  "no-overflow": NO_OVERFLOW,
};

/** The answers about a program and a property; a line of the results. */
interface Answers {
  /** The property and the configurations of the query. */
  readonly question: string;
  readonly file: string;
  readonly property: string;
  readonly answers: readonly (readonly [configuration: string, verdict: string])[];
}

const question = `${values.seconds} ${configurations.join(" ")}`;
const keyOf = (file: string, property: string): string => `${property} ${file}`;

function knownAnswers(): Map<string, Answers> {
  const known = values.results === undefined ? [] : storedAnswers<Answers>(values.results);
  return new Map(
    known
      .filter((one) => one.question === question)
      .map((one) => [keyOf(one.file, one.property), one]),
  );
}

const verdicts = await Verdicts.create();
let asked = 0;

/** Undefined for programs that the front end refuses, and for those with threads. */
async function ask(
  { file, dataModel }: LabelledProgram,
  property: string,
): Promise<Answers["answers"] | undefined> {
  const loaded = unlessRefused(() => loadProgram(file, readFileSync(file, "utf8"), dataModel));
  if (loaded === undefined || createsThreads(loaded.program)) return undefined;
  const first = asked++ % configurations.length;
  const answers: [string, string][] = [];
  let isOpen = false;
  for (const by of [...configurations.slice(first), ...configurations.slice(0, first)]) {
    const given = isOpen ? seconds * SHARE_FOR_OPEN : seconds;
    const { verdict } = await verdicts.verify(loaded, by, given, PROPERTIES[property]);
    if (verdict === "unknown") isOpen = true;
    answers.push([by, verdict]);
  }
  return answers;
}

const known = knownAnswers();
const tally = new Map<string, number>();
const compared = new Set<string>();
let [programs, questions, answered, pairs, contradictions] = [0, 0, 0, 0, 0];
const all = labelledPrograms(values.corpus, Number(values.seed));
console.log(`${all.length} programs, ${seconds} s each: ${configurations.join(", ")}`);
for (const program of all) {
  const { file, labels } = program;
  let isAsked = false;
  for (const [property, label] of labels) {
    let answers = known.get(keyOf(file, property))?.answers;
    if (answers === undefined) {
      if (performance.now() / 1000 > stopAfterSeconds) continue;
      answers = await ask(program, property);
      if (answers === undefined) continue;
      const line: Answers = { question, file, property, answers };
      if (values.results !== undefined) appendFileSync(values.results, `${JSON.stringify(line)}\n`);
    }
    isAsked = true;
    questions += answers.length;
    for (const [by, verdict] of answers) {
      const isAgainst = verdict !== "unknown" && label !== undefined && verdict !== label;
      const kind = isAgainst ? `${verdict} (label!)` : verdict;
      tally.set(`${by}: ${kind}`, (tally.get(`${by}: ${kind}`) ?? 0) + 1);
    }
    const given = answers.filter(([, verdict]) => verdict !== "unknown");
    answered += given.length;
    pairs += (given.length * (given.length - 1)) / 2;
    for (const [one] of given)
      for (const [other] of given) if (one < other) compared.add(`${one} ${other}`);
    const said = new Set(given.map(([, verdict]) => verdict));
    const told = given.map((answer) => answer.join(" ")).join(", ");
    if (said.size > 1) {
      contradictions++;
      console.log(`CONTRADICTION ${property} ${file}: ${told}`);
    } else if (said.size === 1 && label !== undefined && !said.has(label)) {
      console.log(`against the label ${label} ${property} ${file}: ${told}`);
    }
  }
  if (isAsked) programs++;
}
for (const [key, number] of [...tally].toSorted()) console.log(`${key}: ${number}`);
console.log(
  `${programs} programs, ${questions} questions, ${answered} answers, ${pairs} pairs of answers compared, of ${compared.size} pairs of configurations, ${contradictions} contradictions`,
);
process.exitCode = contradictions === 0 ? 0 : 1;
