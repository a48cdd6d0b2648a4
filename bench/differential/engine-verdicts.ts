/**
 * Every configuration of the verifier on every program of a corpus, for
 * reachability and for signed overflow: no two answers may contradict each other.
 *
 *     npx tsx bench/differential/engine-verdicts.ts [--corpus ../shared/corpus/c] [--seconds 2] [--part 1/2]
 *
 * A contradiction of an answer and the task's label is told, but is no fault:
 * some labels do not hold (bench/verifier/README.md). Exit code 1 when
 * configurations contradict each other.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { createsThreads } from "../../src/techniques/search/thread-creation.ts";
import { CONFIGURATIONS } from "../../src/verifier/configurations.ts";
import {
  loadProgram,
  NO_OVERFLOW,
  REACHABILITY,
  Verdicts,
} from "../../test/regression/verdicts.ts";

const { values } = parseArgs({
  options: {
    corpus: { type: "string", default: "../shared/corpus/c" },
    /** CPU seconds of a verdict. */
    seconds: { type: "string", default: "2" },
    /** Part K of N: every N-th task. */
    part: { type: "string", default: "1/1" },
    configurations: { type: "string", default: CONFIGURATIONS.map(({ name }) => name).join() },
  },
});
const [part = 1, parts = 1] = values.part.split("/").map(Number);
const configurations = values.configurations.split(",");
/** Larger programs take too long for so many attempts. */
const MAX_BYTES = 200_000;
const PROPERTIES = [REACHABILITY, NO_OVERFLOW] as const;

interface Question {
  readonly file: string;
  readonly dataModel: "ILP32" | "LP64";
  readonly property: (typeof PROPERTIES)[number];
  /** The label. */
  readonly expected: string;
}

/** Of a task definition, as the corpus writes them. */
function questionsOf(definition: string): Question[] {
  const text = readFileSync(definition, "utf8");
  const [, input] = /input_files: *['"]?([^'"\n]+)/.exec(text) ?? [];
  if (input === undefined) return [];
  const file = join(dirname(definition), input);
  if (statSync(file).size > MAX_BYTES) return [];
  const dataModel = /data_model: *LP64/.test(text) ? "LP64" : "ILP32";
  return PROPERTIES.flatMap((property) => {
    const name = property === REACHABILITY ? "unreach-call" : "no-overflow";
    const label = new RegExp(`${name}\\.prp\\s+expected_verdict: *(true|false)`).exec(text);
    return label === null ? [] : [{ file, dataModel, property, expected: label[1] as string }];
  });
}

const definitions = readdirSync(values.corpus, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".yml"))
  .toSorted();
const questions = definitions
  .flatMap((name) => questionsOf(join(values.corpus, name)))
  .filter((_, index) => index % parts === part - 1);
console.log(`${questions.length} tasks, ${values.seconds} s each: ${configurations.join(", ")}`);

const verdicts = await Verdicts.create();
const tally = new Map<string, number>();
let contradictions = 0;
for (const { file, dataModel, property, expected } of questions) {
  const loaded = loadProgram(file, readFileSync(file, "utf8"), dataModel);
  if (createsThreads(loaded.program)) continue;
  const answers: { readonly by: string; readonly verdict: string }[] = [];
  for (const by of configurations) {
    const { verdict } = await verdicts.verify(loaded, by, Number(values.seconds), property);
    const kind = verdict === "unknown" || verdict === expected ? verdict : `${verdict} (label!)`;
    tally.set(`${by}: ${kind}`, (tally.get(`${by}: ${kind}`) ?? 0) + 1);
    if (verdict !== "unknown") answers.push({ by, verdict });
  }
  const said = new Set(answers.map(({ verdict }) => verdict));
  const all = answers.map(({ by, verdict }) => `${by} ${verdict}`).join(", ");
  if (said.size > 1) {
    contradictions++;
    console.log(`CONTRADICTION ${file}: ${all}`);
  } else if (said.size === 1 && !said.has(expected)) {
    console.log(`against the label ${expected} ${file}: ${all}`);
  }
}
for (const [key, number] of [...tally].toSorted()) console.log(`${key}: ${number}`);
console.log(`${questions.length} tasks, ${contradictions} contradictions`);
process.exitCode = contradictions === 0 ? 0 : 1;
