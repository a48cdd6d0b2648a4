/** Witnesses of violations behind loops with thousands of inputs are only some lines long. */
import { expect, test } from "vitest";
import { parseProperty } from "../../ground/properties/index.ts";
import {
  formatWitness,
  parseWitness,
  type ViolationWitness,
  type WitnessMetadata,
} from "../../ground/witness/index.ts";
import { Budget } from "../call/index.ts";
import { compileProgram } from "../interpreter/index.ts";
import { loadProgram } from "../program/index.ts";
import { specificationOf } from "../specification/index.ts";
import { RecordingInputs } from "../techniques/index.ts";
import { Replayer } from "../validator/index.ts";
import { createViolationWitness } from "../witness-out/index.ts";
import { shortWitness } from "./short-witness.ts";
import { asReadFrom } from "./witness-document.ts";
import { zeroedInputs } from "./zeroed-inputs.ts";

const SAFETY = specificationOf(
  parseProperty("CHECK( init(main()), LTL(G ! call(reach_error())) )", "p.prp"),
);
function program(turns: number, loop: string, after: string): string {
  return `extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}
int main(void) {
  unsigned count = 0;
  for (int i = 0; i < ${turns}; i++) {
    ${loop}
  }
  ${after}
}
`;
}

const X = "int x = __VERIFIER_nondet_int();";
const Y = "int y = __VERIFIER_nondet_int();";
const METADATA: WitnessMetadata = {
  formatVersion: "2.0",
  uuid: "01234567-89ab-cdef-0123-456789abcdef",
  creationTime: "2026-11-21T10:00:00Z",
  producer: { name: "Agon", version: "0" },
  task: {
    inputFiles: ["x.c"],
    inputFileHashes: { "x.c": "0".repeat(64) },
    specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )",
    language: "C",
  },
};

test.each<[string, string, (count: number) => bigint]>([
  [
    "what the loop asks for does not matter",
    program(65_536, `${X} if (x == 7) count++;`, `${Y} if (y == 42) reach_error();`),
    (count) => (count === 65_536 ? 42n : BigInt((count * 7919) % 1000)),
  ],
  ["all are zero", program(4096, `${X} count += x;`, "if (count == 0) reach_error();"), () => 0n],
  ["all are equal", program(4096, `${X} if (x != 77) abort();`, "reach_error();"), () => 77n],
  [
    "some matter among others",
    program(4096, `${X} ${Y} if (x == 7 && y > 3) count++;`, "if (count == 3) reach_error();"),
    (count) => (count === 900 || count === 901 || (count >= 4000 && count < 4004) ? 7n : 0n),
  ],
])("%s", (_name, text, valueAt) => {
  const loaded = loadProgram("x.c", text, "ILP32");
  let count = 0;
  const inputs = new RecordingInputs({ nondet: () => valueAt(count++) });
  const compiled = compileProgram(loaded.program, SAFETY.execution);
  compiled.run(inputs);
  const choices = zeroedInputs(loaded, SAFETY, inputs.choices);
  const long = createViolationWitness(loaded.program, SAFETY, choices) as ViolationWitness;
  expect(long.segments.length).toBeGreaterThan(4000);
  const short = shortWitness(
    loaded,
    SAFETY,
    long,
    choices,
    new Budget(2),
    1,
    () => undefined,
    true,
  );
  expect(formatWitness(short, METADATA).length).toBeLessThan(10_000);
  // As read from a file, and without any search.
  const read = parseWitness(formatWitness(short, METADATA), "w.yml").witness as ViolationWitness;
  expect(new Replayer(loaded, SAFETY, read).run(1, 0).confirmed).toBe("unreach-call");
});

test("what is left out of an automaton is left out of what its reader follows", () => {
  // An automaton has one place for all lines of a loop body, and only format 2 distinguishes its
  // calls, by columns.
  const text = `extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  int code = 0; char *p = malloc(1);
  for (int i = 0; i < 3; i++) { code = 10 * code + __VERIFIER_nondet_int(); code += 2 * __VERIFIER_nondet_int(); }
  if (code != 435) free(p);
  p = 0;
  return 0;
}
`;
  const property = [" G valid-free", "G valid-deref", "G valid-memtrack"];
  const specification = specificationOf(
    parseProperty(property.map((f) => `CHECK( init(main()), LTL(${f}) )`).join("\n"), "p.prp"),
  );
  const loaded = loadProgram("x.c", text, "LP64", { keepsBranches: true });
  const values = [2, 1, 3, 0, 1, 2].map(BigInt);
  const compiled = compileProgram(loaded.program, specification.execution);
  const inputs = new RecordingInputs({ nondet: () => values.shift() ?? 0n });
  const violation = specification.observe(compiled, compiled.run(inputs));
  expect(violation?.subproperty).toBe("valid-memtrack");
  const long = createViolationWitness(loaded.program, specification, inputs.choices);
  const asRead = (witness: ViolationWitness): ViolationWitness => asReadFrom("1.0", witness);
  const args = [long as ViolationWitness, inputs.choices, new Budget(60), 1, () => {}] as const;
  const short = shortWitness(loaded, specification, ...args, false, asRead);
  const trials = Array.from({ length: 8 }, (_, trial) =>
    new Replayer(loaded, specification, asRead(short)).run(7, trial),
  );
  expect(trials.map(({ confirmed }) => confirmed)).toEqual(trials.map(() => "valid-memtrack"));
});

test("a witness that no person reads stays as it is", () => {
  const text = `extern int __VERIFIER_nondet_int(void);
void reach_error(void) { }
int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); if (b == 3) reach_error(); return a; }
`;
  const loaded = loadProgram("x.c", text, "ILP32");
  const values = [5n, 3n];
  const inputs = new RecordingInputs({ nondet: () => values.shift() ?? 0n });
  compileProgram(loaded.program, SAFETY.execution).run(inputs);
  const { choices } = inputs;
  const found = createViolationWitness(loaded.program, SAFETY, choices) as ViolationWitness;
  const told = (isRead: boolean): ViolationWitness =>
    shortWitness(loaded, SAFETY, found, choices, new Budget(60), 1, () => undefined, isRead);
  expect(told(false)).toBe(found);
  expect(told(true).segments.length).toBeLessThan(found.segments.length);
});
