/** Whether a pass over a program preserves its executions. */
import { expect } from "vitest";
import type { CfaProgram } from "../../src/contestant/cfa/index.ts";
import { compileProgram } from "../../src/contestant/interpreter/index.ts";
import type { RandomTask } from "../fuzz/random-task.ts";
import { buildProgram, describeOutcome } from "./run-c.ts";

/** Expects that programs of some seeds do the same after the pass, and that it changes more than a quarter of them. */
export function expectSameRandomRuns(
  makeTask: (seed: number) => RandomTask,
  pass: (program: CfaProgram) => CfaProgram | undefined,
  { seed: first, count }: { readonly seed: number; readonly count: number },
): void {
  let changed = 0;
  for (let seed = first; seed < first + count; seed++) {
    const { text, domains, dataModel } = makeTask(seed);
    const program = buildProgram(text, dataModel);
    const made = pass(program);
    if (made === undefined) continue;
    changed++;
    expectSameRuns(seed, [program, made], domains);
  }
  expect(changed).toBeGreaterThan(count / 4);
}

/**
 * Expects that executions with all inputs end in the same way, except those that take many steps.
 *
 * @param seed - printed where one does not
 */
function expectSameRuns(
  seed: number,
  [before, after]: readonly [CfaProgram, CfaProgram],
  [xs = [], ys = [0]]: readonly (readonly number[])[],
): void {
  const [there, here] = [before, after].map((program, index) => {
    const compiled = compileProgram(program, {
      errorFunctions: new Set(["reach_error"]),
      overflow: "stop",
      // More than the number of steps with assignments in between.
      maxSteps: index === 0 ? 20_000 : 400_000,
    });
    return (x: number, y: number): string | undefined => {
      let asked = 0;
      const outcome = compiled.run({ nondet: () => BigInt([x, y][asked++] ?? 0) });
      return outcome.kind === "limit" ? undefined : describeOutcome(outcome);
    };
  });
  for (const x of xs) {
    for (const y of ys) {
      const expected = there?.(x, y);
      if (expected === undefined) continue;
      expect([seed, x, y, here?.(x, y)]).toEqual([seed, x, y, expected]);
    }
  }
}
