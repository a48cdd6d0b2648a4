/** Whether a program is observed to violate: then a proof must be wrong. */
import { compileProgram } from "../../src/contestant/interpreter/index.ts";
import { loadProgram } from "../../src/contestant/program/load-program.ts";
import type { Specification } from "../../src/contestant/specification/index.ts";
import { constantsOf, PROFILES, RandomInputs } from "../../src/contestant/techniques/index.ts";

/** Whether one of many executions with random inputs violates. */
export function isViolatedAtRandom(
  text: string,
  specification: Specification,
  seed: number,
  runs: number,
): boolean {
  const { program } = loadProgram("p.c", text, "LP64");
  const options = { ...specification.execution, maxSteps: 3000, maxMemoryBytes: 2 ** 20 };
  const compiled = compileProgram(program, options);
  const constants = constantsOf(program);
  for (let run = 0; run < runs; run++) {
    const profile = PROFILES[run % PROFILES.length] as (typeof PROFILES)[number];
    const outcome = compiled.run(new RandomInputs(seed + run, constants, profile));
    if (specification.observe(compiled, outcome) !== undefined) return true;
  }
  return false;
}
