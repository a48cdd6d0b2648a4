import { expect, test } from "vitest";
import { buildProgram } from "../../../../test/support/run-c.ts";
import type { InterpreterOptions } from "../contract.ts";
import { generatedProgram } from "./generated-programs.ts";

const TEXT = "int f(int a) { return a + 1; } int main(void) { return f(f(1)); }";
const PLAIN: InterpreterOptions = { errorFunctions: new Set(["f", "g"]), overflow: "stop" };

test("code is made once for options that do not change it", () => {
  const program = buildProgram(TEXT, "LP64");
  const first = generatedProgram(program, PLAIN, []);
  const errorFunctions = new Set(["g", "f"]);
  const alike: InterpreterOptions = { overflow: "stop", maxSteps: 10, errorFunctions };
  expect(generatedProgram(program, alike, [])).toBe(first);
  expect(generatedProgram(buildProgram(TEXT, "LP64"), PLAIN, [])).not.toBe(first);
});

test.each<Partial<InterpreterOptions>>([
  { overflow: "wrap" },
  { errorFunctions: new Set(["g"]) },
  { implementation: "other" },
  { tracksBlocks: true },
  { observer: {} },
])("other code for %o", (change) => {
  const program = buildProgram(TEXT, "LP64");
  const plain = generatedProgram(program, PLAIN, []);
  const other = generatedProgram(program, { ...PLAIN, ...change }, []);
  expect(other).not.toBe(plain);
  expect(generatedProgram(program, { ...PLAIN, ...change }, [])).toBe(other);
  expect(generatedProgram(program, PLAIN, [])).toBe(plain);
});
