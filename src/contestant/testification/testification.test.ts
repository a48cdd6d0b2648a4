import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gccWorks } from "../../../test/support/gcc-checksums.ts";
import { parseProperty } from "../../ground/properties/index.ts";
import type { ViolationWitness, Waypoint } from "../../ground/witness/index.ts";
import { Budget } from "../call/budget.ts";
import { type LoadedProgram, loadProgram } from "../program/load-program.ts";
import { isReachSafety, specificationOf } from "../specification/index.ts";
import { replayViolation } from "../validator/violation-validator.ts";
import { generateTest, VIOLATION_CODE } from "./harness.ts";
import { inputsOfExecution, inputsOfWaypoints } from "./inputs.ts";
import { countWaypoints, reduceWitness } from "./reduce-witness.ts";
import { residualProgram } from "./residual-program.ts";
import { SourceEdits } from "./source-edits.ts";

const PROGRAM = `extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char c = __VERIFIER_nondet_uchar();
  int y = __VERIFIER_nondet_int();
  if (x == 77 && c > 200)
    reach_error();
  return y & 1;
}
`;
const PROPERTY = parseProperty("CHECK( init(main()), LTL(G ! call(reach_error())) )", "p.prp");
const SAFETY = specificationOf(PROPERTY);
const loaded: LoadedProgram = loadProgram("x.c", PROGRAM, "LP64");

const at = (line: number, column: number): Waypoint["location"] => ({ file: "x.c", line, column });
const result = (line: number, column: number, constraint: string): Waypoint => ({
  type: "function_return",
  location: at(line, column),
  constraint,
});
const witnessOf = (waypoints: readonly Waypoint[]): ViolationWitness => ({
  kind: "violation",
  segments: waypoints.map((follow) => ({ avoid: [], follow })),
});
const WITNESS = witnessOf([
  result(5, 33, "\\result == 77"),
  result(6, 45, "\\result == 250"),
  result(7, 33, "\\result == 3"),
  { type: "branching", location: at(8, 3), outcome: "true" },
  { type: "target", location: at(9, 5) },
]);
const budget = (seconds = 10): Budget => new Budget(seconds);

test("insertions keep their order, wrapping nests", () => {
  const edits = new SourceEdits();
  edits.wrap({ start: 1, end: 3 }, "(", ")");
  edits.wrap({ start: 1, end: 3 }, "[", "]");
  edits.insert(0, "<");
  expect(edits.applyTo("abcd")).toBe("<a[(bc)]d");
});

test("a witness is reduced to what determines the violation", () => {
  const reduction = reduceWitness(loaded, SAFETY, WITNESS, budget(), 1);
  if (reduction.kind !== "reduced") throw new Error(reduction.reason);
  expect(reduction).toMatchObject({ before: 5, after: 3, isMinimal: true, isCompleted: false });
  expect(reduction.witness.segments.map(({ follow }) => follow.location.line)).toEqual([5, 6, 9]);
});

test("an execution that is known need not be found along the witness", () => {
  const found = reduceWitness(loaded, SAFETY, WITNESS, budget(), 1);
  const execution = { inputs: [], steps: 12 };
  expect(reduceWitness(loaded, SAFETY, WITNESS, budget(), 1, { execution })).toEqual(found);
});

test("a witness that leaves decisive inputs open is completed first", () => {
  const open = witnessOf([result(5, 33, "\\result == 77"), { type: "target", location: at(9, 5) }]);
  const reduction = reduceWitness(loaded, SAFETY, open, budget(), 1);
  if (reduction.kind !== "reduced") throw new Error(reduction.reason);
  expect(reduction.isCompleted).toBe(true);
  expect(countWaypoints(reduction.witness.segments)).toBe(3);
});

test("a witness that nothing follows is not reduced", () => {
  const wrong = witnessOf([
    result(5, 33, "\\result == 78"),
    { type: "target", location: at(9, 5) },
  ]);
  expect(reduceWitness(loaded, SAFETY, wrong, budget(0.5), 1).kind).toBe("unknown");
});

test("the residual program violates only along the witness", () => {
  const { text, remarks } = residualProgram(loaded.unit, WITNESS);
  expect(remarks).toEqual([]);
  const residual = loadProgram("x.c", text, "LP64");
  const line = text.split("\n").findIndex((source) => source.includes("reach_error();")) + 1;
  const target: Waypoint = { type: "target", location: { file: "x.c", line } };
  const confirmed = (value: number): string => {
    const input = text.split("\n").findIndex((source) => source.includes("int x =")) + 1;
    const column = (text.split("\n")[input - 1] as string).indexOf("int()") + 5;
    const first = result(input, column, `\\result == ${value}`);
    return replayViolation(residual, SAFETY, witnessOf([first, target]), budget(0.5), 1).verdict;
  };
  expect(confirmed(78)).toBe("unknown");
});

const hasGcc = spawnSync("gcc", ["--version"]).status === 0;
describe.skipIf(!hasGcc)(
  "generated tests (skipped: gcc is missing)".slice(0, hasGcc ? 15 : undefined),
  () => {
    const runTest = (
      program: LoadedProgram,
      witness: ViolationWitness,
      text: string,
      dataModel: "ILP32" | "LP64" = "LP64",
    ): number | null => {
      const property = parseProperty(text, "p.prp");
      const specification = specificationOf(property);
      const replay = isReachSafety(specification)
        ? replayViolation(program, specification, witness, budget(0.5), 1)
        : undefined;
      const inputs =
        replay?.verdict === "confirmed"
          ? inputsOfExecution(replay.inputs).inputs
          : inputsOfWaypoints(witness, program.unit);
      const request = { unit: program.unit, property, dataModel, witness, inputs };
      const suite = generateTest(request);
      const folder = mkdtempSync(join(tmpdir(), "agon-testgen-"));
      try {
        writeFileSync(join(folder, "program.c"), suite.program);
        writeFileSync(join(folder, "harness.c"), suite.harness);
        const options = [...suite.compilerOptions, "program.c", "harness.c", "-o", "test"];
        const build = spawnSync("gcc", options, { cwd: folder, encoding: "utf8" });
        expect(build.stderr).toBe("");
        const env = { ...process.env, ...suite.environment };
        return spawnSync("./test", [], { cwd: folder, env, timeout: 20_000 }).status;
      } finally {
        rmSync(folder, { recursive: true });
      }
    };
    const UNREACH = "CHECK( init(main()), LTL(G ! call(reach_error())) )";

    test("the violation of a witness that holds", () => {
      expect(runTest(loaded, WITNESS, UNREACH)).toBe(VIOLATION_CODE);
    });

    test("no violation with inputs that do not violate", () => {
      const wrong = witnessOf([
        result(5, 33, "\\result == 78"),
        { type: "target", location: at(9, 5) },
      ]);
      expect(runTest(loaded, wrong, UNREACH)).toBe(0);
    });

    test("overflows by the sanitizer", () => {
      const text = PROGRAM.replace("return y & 1;", "return y + 1;");
      const witness = witnessOf([
        result(7, 33, "\\result == 2147483647"),
        { type: "target", location: at(10, 3) },
      ]);
      const program = loadProgram("x.c", text, "LP64");
      expect(runTest(program, witness, "CHECK( init(main()), LTL(G ! overflow) )")).toBe(
        VIOLATION_CODE,
      );
    });

    test("a program that returns the code of violations has violated nothing", () => {
      const text = "void reach_error(void) {} int main(void) { return 107 + 256; }";
      const witness = witnessOf([{ type: "target", location: at(1, 1) }]);
      const status = runTest(loadProgram("x.c", text, "LP64"), witness, UNREACH);
      expect(status).toBe(VIOLATION_CODE - 1);
    });

    test.skipIf(!gccWorks(32))("floating point in its type (needs gcc -m32)", () => {
      const text = `extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  float x = __VERIFIER_nondet_int() * 1e30f;
  if (x * x - x * x != 0) reach_error();
  return 0;
}`;
      const witness = witnessOf([
        result(4, 35, "\\result == 1"),
        { type: "target", location: at(5, 27) },
      ]);
      expect(runTest(loadProgram("x.c", text, "ILP32"), witness, UNREACH, "ILP32")).toBe(
        VIOLATION_CODE,
      );
    });

    test("threads take their turns", () => {
      const text = `#include <pthread.h>
void reach_error(void) {}
int x, seen;
void *writer(void *unused) {
  x = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  seen = x;
  pthread_join(t, 0);
  if (seen == WANTED) reach_error();
  return 0;
}
`;
      const schedule = (first: Waypoint, second: Waypoint): ViolationWitness =>
        witnessOf([first, second, { type: "target", location: { file: "x.c", line: 13 } }]);
      const step = (line: number, thread: number): Waypoint => ({
        type: "assumption",
        location: { file: "x.c", line, column: 3 },
        expression: "1",
        thread,
      });
      const early = loadProgram("x.c", text.replace("WANTED", "0"), "LP64");
      const late = loadProgram("x.c", text.replace("WANTED", "1"), "LP64");
      expect(runTest(early, schedule(step(12, 0), step(5, 1)), UNREACH)).toBe(VIOLATION_CODE);
      expect(runTest(late, schedule(step(6, 1), step(11, 0)), UNREACH)).toBe(VIOLATION_CODE);
    });
  },
);
