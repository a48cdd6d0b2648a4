/** Whether a program made of another one does the same. */
import { expect } from "vitest";
import type { CfaProgram } from "../../src/cfa/index.ts";
import { compileProgram } from "../../src/interpreter/index.ts";
import { describeOutcome } from "./run-c.ts";

/**
 * Expects that executions with all inputs end in the same way, those that take many steps left aside.
 *
 * @param seed - said where one does not
 */
export function expectSameRuns(
  seed: number,
  [before, after]: readonly [CfaProgram, CfaProgram],
  [xs = [], ys = [0]]: readonly (readonly number[])[],
): void {
  const [there, here] = [before, after].map((program, index) => {
    const compiled = compileProgram(program, {
      errorFunctions: new Set(["reach_error"]),
      overflow: "stop",
      // More than it takes to do the same with assignments in between.
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
