import { expect, test } from "vitest";
import { randomCountingLoops } from "../../../../test/support/random-counting-loops.ts";
import { buildProgram, describeOutcome } from "../../../../test/support/run-c.ts";
import { compileProgram } from "../../interpreter/index.ts";
import type { CfaProgram } from "../model/cfa.ts";
import { withAcceleratedLoops } from "./loop-acceleration.ts";

/** Returns the outcome and place of an execution without jumps over loops. */
function end(
  program: CfaProgram,
  input: bigint,
): { readonly text: string; readonly steps: number } {
  const compiled = compileProgram(program, {
    errorFunctions: new Set<string>(),
    overflow: "stop",
    maxSteps: 200_000,
    walksLoops: true,
  });
  const outcome = compiled.run({ nondet: () => input });
  const place = "edge" in outcome ? ` at ${outcome.edge.range.start}` : "";
  return { text: describeOutcome(outcome) + place, steps: compiled.steps };
}

test.each([
  "int main(void) { int i, s = 0; for (i = 0; i < 1000000000; i++) s += 2; return s & 255; }",
  "int main(void) { unsigned s = 0; for (int i = 2000000000; i != 0; i--) s += i; return s & 255; }",
  "int main(void) { int s = 0; for (int i = 0; i < 1000000000; i++) s += 3; return s & 255; }",
  "int main(void) { int s = 0; for (int i = 0; i < 30000; i++) for (int j = 0; j < 30000; j++) s++; return s & 255; }",
])("few steps are left of %s", (text) => {
  const program = buildProgram(text, "LP64");
  const accelerated = withAcceleratedLoops(program)?.program ?? program;
  expect(end(accelerated, 0n).steps).toBeLessThan(1000);
  const jumping = compileProgram(program, { errorFunctions: new Set(), overflow: "stop" });
  const expected = describeOutcome(jumping.run({ nondet: () => 0n }));
  expect(end(accelerated, 0n).text).toContain(expected);
});

test("programs without such loops stay as they are", () => {
  const text = "int a[9]; int main(void) { for (int i = 0; i < 9; i++) a[i] = i; return a[3]; }";
  const program = buildProgram(text, "LP64");
  expect(withAcceleratedLoops(program)).toBeUndefined();
});

test("executions end alike", () => {
  let shorter = 0;
  for (let seed = 0; seed < 40; seed++) {
    const program = buildProgram(randomCountingLoops(seed), "LP64");
    const accelerated = withAcceleratedLoops(program)?.program;
    const walked = end(program, BigInt(seed % 9));
    if (accelerated === undefined || walked.text.startsWith("limit")) continue;
    const { text, steps } = end(accelerated, BigInt(seed % 9));
    expect(text, `seed ${seed}`).toBe(walked.text);
    if (steps < walked.steps) shorter++;
  }
  expect(shorter).toBeGreaterThan(1);
});
