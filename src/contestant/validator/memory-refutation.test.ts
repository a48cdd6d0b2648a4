/** Refuted witnesses of memory errors, compared with all executions of small random programs. */
import { expect, test, vi } from "vitest";
import { randomWords } from "../../../test/support/float-patterns.ts";
import { parseProperty } from "../../ground/properties/index.ts";
import type { Location, Segment, ViolationWitness } from "../../ground/witness/index.ts";
import { Budget } from "../call/budget.ts";
import { type LoadedProgram, loadProgram } from "../program/load-program.ts";
import { createCadical } from "../solver/cadical-wasm.ts";
import { type Specification, specificationOf } from "../specification/index.ts";
import { Replayer } from "./replayer.ts";
import { validateViolation } from "./violation-validator.ts";

const solvers = await createCadical();
const SEED = Number(process.env.AGON_SEED ?? 1);
const PROGRAMS = Number(process.env.AGON_PROGRAMS ?? 12);
vi.setConfig({ testTimeout: PROGRAMS * 10_000 });

/** Statements that may fail, over the inputs `i` and `j` from 0 to 3. */
const STATEMENTS = [
  "a[i + j] = 1;",
  "p[i] = j;",
  "free(p);",
  "q = i == j ? &a[j] : 0;",
  "*q = i;",
  "a[j] = *q;",
  "if (j > i) q = p; else q = a + 2;",
  'strcpy(s, i > 1 ? "abcd" : "abc");',
  "a[get(j)] = 2;",
  "a[i] = get(j) + p[0];",
  "p = a;",
  "for (int k = j; k < 5; k += 2) a[k] = i;",
  "q = q + i;",
];

interface Sample {
  readonly program: string;
  /** The line of the first statement. */
  readonly start: number;
  readonly statements: readonly string[];
}

function sampleOf(next: () => number): Sample {
  const statements = Array.from(
    { length: 2 + (next() % 4) },
    () => STATEMENTS[next() % STATEMENTS.length] as string,
  );
  const head = `extern int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);
void free(void *);
char *strcpy(char *, const char *);
int get(int n) { return n + 1; }
int main(void) {
  int a[4] = {0}, *p = malloc(3 * sizeof(int)), *q = a;
  char s[4];
  int i = __VERIFIER_nondet_int();
  int j = __VERIFIER_nondet_int();
  p[0] = p[1] = p[2] = 0;
  if (i < 0 || i > 3 || j < 0 || j > 3) return 0;
`;
  const program = `${head}${statements.map((text) => `  ${text}\n`).join("")}  return 0;\n}\n`;
  return { program, start: head.split("\n").length, statements };
}

function witnessOf({ start, statements }: Sample, next: () => number): ViolationWitness {
  const at = (line: number, column: number): Location => ({ file: "p.c", line, column });
  const segments: Segment[] = [];
  const target = next() % statements.length;
  if (next() % 2 === 0) {
    const constraint = `\\result ${["==", "<=", "!="][next() % 3]} ${next() % 4}`;
    const location = at(start - (next() % 2 === 0 ? 4 : 3), 33);
    segments.push({ avoid: [], follow: { type: "function_return", location, constraint } });
  }
  if (next() % 2 === 0) {
    const expression = ["i < j", "i == j", "i + j == 3", "a[0] == 0", "q == a", "p[1] == 0"][
      next() % 6
    ];
    const location = at(start + (next() % (target + 1)), 3);
    segments.push({
      avoid: [],
      follow: { type: "assumption", location, expression: expression as string },
    });
  }
  const call = statements[target]?.indexOf("get(j)") ?? -1;
  if (call >= 0 && next() % 2 === 0) {
    const type = next() % 2 === 0 ? "function_return" : "function_enter";
    const location = at(start + target, 3 + call + "get(j".length);
    segments.push({ avoid: [], follow: { type, location } });
  }
  segments.push({ avoid: [], follow: { type: "target", location: at(start + target, 3) } });
  return { kind: "violation", segments };
}

/** Returns which of the 16 pairs of inputs have a matching execution. */
function matchingInputs(
  loaded: LoadedProgram,
  property: Specification,
  witness: ViolationWitness,
): string[] {
  const replayer = new Replayer(loaded, property, witness);
  const edges = loaded.program.main.nodes.flatMap(({ leaving }) => leaving);
  const calls = edges.filter(
    ({ kind, range }) =>
      kind === "call" && loaded.program.text.startsWith("__VERIFIER", range.start + 8),
  );
  expect(calls.length).toBe(2);
  const matches: string[] = [];
  for (let i = 0n; i < 4n; i++) {
    for (let j = 0n; j < 4n; j++) {
      const choices = calls.map((edge, index) => ({ edge, value: index === 0 ? i : j }));
      if (replayer.replay(choices).confirmed !== undefined) matches.push(`${i},${j}`);
    }
  }
  return matches;
}

test(`no refuted witness has a matching execution (seed ${SEED})`, () => {
  const next = randomWords(SEED);
  const property = specificationOf(
    parseProperty(
      "CHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-free) )",
      "p.prp",
    ),
  );
  const verdicts = { confirmed: 0, refuted: 0, unknown: 0 };
  for (let n = 0; n < PROGRAMS; n++) {
    const sample = sampleOf(next);
    const loaded = loadProgram("p.c", sample.program, "LP64", { keepsBranches: true });
    const witness = witnessOf(sample, next);
    const { verdict } = validateViolation(loaded, property, witness, {
      budget: new Budget(4),
      seed: 1,
      engine: "symbolic",
      createSatSolver: () => solvers.create(),
    });
    verdicts[verdict]++;
    const story = (): string => JSON.stringify({ program: sample.program, witness });
    const matches = matchingInputs(loaded, property, witness);
    if (verdict === "refuted") expect(matches, story()).toEqual([]);
    if (verdict === "confirmed") expect(matches.length, story()).toBeGreaterThan(0);
  }
  expect(verdicts.refuted).toBeGreaterThan(0);
  expect(verdicts.confirmed).toBeGreaterThan(0);
});
