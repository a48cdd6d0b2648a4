/**
 * npx tsx bench/campaign/fill.ts FOLDER [UNTIL]
 *
 * Completes a campaign that was started with witnesses and stopped, in minutes instead of hours:
 * the missing results are written as the coordinator would write them, with two differences. Their
 * witnesses are not files (when their facts are noted, no step opens one except the first 50), and
 * the names of their validation runs are random instead of computed. For campaigns in which every
 * verifier takes every task. With UNTIL it ends when there are that many results.
 */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { RunResult, RunSpecification } from "../../src/ground/model/index.ts";
import { openSpool } from "../../src/organiser/competition/index.ts";
import { loadPlan } from "../../src/organiser/competition/run-plan.ts";
import { ValidationBook } from "../../src/organiser/competition/validation-book.ts";
import type { WitnessFacts } from "../../src/organiser/scoring/index.ts";
import { inventedAnswer, inventedResult, witnessPath } from "./invented-results.ts";

const CHUNK = 100_000;

const [folder = "", until = "Infinity"] = process.argv.slice(2);
const { competition, spool } = openSpool(join(folder, "spool"));
const plan = loadPlan(spool, competition, { store: false });
const { participants, validators } = competition;
const book = new ValidationBook(spool, competition, { store: true });
let chunk: RunResult[] = [];
let results = 0;

function put(result: RunResult): void {
  chunk.push(result);
  results++;
  if (chunk.length === CHUNK) flush();
}

function flush(): void {
  book.flush();
  spool.record(chunk);
  chunk = [];
}

function verificationOf(number: number): Parameters<typeof inventedResult>[0] {
  const { id: tool } = participants[number % participants.length] as { id: string };
  const { id: task, property } = plan.taskOf(number);
  return { id: plan.idOf(number), phase: "verification", tool, task, property };
}

function putValidation(
  parent: Parameters<typeof inventedResult>[0],
  id: string,
  tool: string,
): void {
  const run = {
    ...parent,
    id,
    phase: "correctness-validation",
    tool,
    validates: parent.id,
  } as const;
  put(
    inventedResult(
      run,
      inventedAnswer(run, () => ({ status: "true" })),
    ),
  );
}

const isDone = new Uint8Array(plan.size);
const has = spool.knownResults();
let facts: WitnessFacts | undefined;
book.read(({ run, validations, facts: text }) => {
  facts ??= JSON.parse(text) as WitnessFacts;
  const number = plan.findBytes(run, 0);
  if (number === undefined || !has(run, 0)) return true;
  for (const [index, { id }] of validators.entries()) {
    if (has(validations, 32 * index)) continue;
    const name = validations.toString("hex", 32 * index, 32 * (index + 1));
    putValidation(verificationOf(number), name, id);
  }
  return true;
});
if (facts === undefined) throw new Error("no witness was recorded yet");
const known: WitnessFacts = facts;
spool.forEachResult((bytes, offset) => {
  results++;
  const number = plan.findBytes(bytes, offset);
  if (number !== undefined) isDone[number] = 1;
});
for (let number = 0; number < plan.size && results < Number(until); number++) {
  if (isDone[number] === 1) continue;
  const run = verificationOf(number);
  const answer = inventedAnswer(run, (id) => ({
    status: "true",
    witness: { path: witnessPath(id), sha256: id },
  }));
  put(inventedResult(run, answer));
  if (answer.witness === undefined) continue;
  const names = validators.map(() => randomBytes(32).toString("hex"));
  const validations = names.map((id) => ({ id })) as unknown as readonly RunSpecification[];
  book.add(run.id, { witness: known, validations });
  for (const [index, { id }] of validators.entries()) putValidation(run, names[index] ?? "", id);
}
flush();
book.close();
console.log(`${spool.path("packs")} has ${results} results`);
