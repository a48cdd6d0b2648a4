/**
 * Non-terminating reactive programs: their witnesses are confirmed in both formats, for every
 * source of inputs.
 */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { loadProgram, TERMINATION, Verdicts } from "../../../test/regression/verdicts.ts";
import {
  formatAutomaton,
  formatWitness,
  type WitnessMetadata,
} from "../../ground/witness/index.ts";
import { Budget } from "../call/budget.ts";
import { createCadical } from "../solver/cadical-wasm.ts";
import { readWitness } from "./read-witness.ts";
import { validate } from "./validate.ts";

const SECONDS = 10;
const PRELUDE = `extern int __VERIFIER_nondet_int(void); extern _Bool __VERIFIER_nondet_bool(void); extern void abort(void);
int s;
`;

const verdicts = await Verdicts.create();
const solvers = await createCadical();

test.each([
  [
    "every turn ends in a function that asks",
    `int get(void) { return __VERIFIER_nondet_int(); }
int main(void) {
  while (s >= 0) {
    if (get()) s = 1;
    if (get() == 4) s = 0;
    if (get() == 9) return 1;
  }
  return 0;
}`,
  ],
  [
    "a function asks until it likes the answer",
    `int get(int low, int high) { int x; do { x = __VERIFIER_nondet_int(); } while (x < low || x > high); return x; }
void react(int in) { if (s == 0 && in == 2) s = 1; else if (s == 1 && in == 3) s = 2; else if (s == 2) s = 0; else abort(); }
int main(void) { while (1) { int in = get(1, 5); react(in); } }`,
  ],
  [
    "a loop without a condition whose body is one statement",
    `void step(int in) { if (in == s * s + 3) s = s == 2 ? 0 : s + 1; else abort(); }
int main(void) { for (;;) step(__VERIFIER_nondet_int()); }`,
  ],
  [
    "a loop with a first clause and without a condition",
    `int main(void) { for (int i = 0;; i = !i) if (__VERIFIER_nondet_int() != 5) break; return 0; }`,
  ],
  [
    "jumps back to an empty statement",
    `int main(void) {
again:;
  int in = __VERIFIER_nondet_int();
  if (s == 0 && in == 1) { s = 1; goto again; }
  if (s == 1 && in == 2) { s = 0; goto again; }
  return 0;
}`,
  ],
  [
    "an input that is true or false",
    `int main(void) { char c = 'a'; while (__VERIFIER_nondet_bool()) { if (c == 'a') c = __VERIFIER_nondet_bool() ? 'b' : 'a';
else if (__VERIFIER_nondet_bool()) c = 'a'; else return 0; } return 0; }`,
  ],
])("%s", async (_, body) => {
  const text = PRELUDE + body;
  const loaded = loadProgram("a.c", text, "LP64");
  const result = await verdicts.verify(loaded, "non-termination", SECONDS, TERMINATION);
  if (result.verdict !== "false") throw new Error(JSON.stringify(result));
  const programHash = createHash("sha256").update(text).digest("hex");
  const metadata: WitnessMetadata = {
    formatVersion: "2.1",
    uuid: "00000000-0000-4000-8000-000000000000",
    creationTime: "2026-01-01T00:00:00Z",
    producer: { name: "agon", version: "0" },
    task: {
      inputFiles: ["a.c"],
      inputFileHashes: { "a.c": programHash },
      specification: TERMINATION.specification,
      dataModel: "LP64",
      language: "C",
    },
  };
  for (const [file, name] of [
    [formatWitness(result.witness, metadata), "witness.yml"],
    [formatAutomaton(result.witness, metadata), "witness.graphml"],
  ] as const) {
    const { verdict } = validate(loaded, TERMINATION, readWitness(file, name), {
      programHash,
      dataModel: "LP64",
      budget: new Budget(SECONDS),
      createSatSolver: () => solvers.create(),
      seed: 1,
    });
    expect(verdict, file).toBe("false");
  }
});
