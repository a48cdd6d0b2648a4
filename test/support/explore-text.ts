/** Explores a small program with threads given as text, and replays the findings. */
import {
  compileProgram,
  type Exploration,
  type ExploredExecution,
  ReplayScheduler,
  startExploration,
} from "../../src/contestant/interpreter/index.ts";
import { loadProgram } from "../../src/contestant/program/load-program.ts";
import { specificationOf } from "../../src/contestant/specification/index.ts";
import { ReplayInputs } from "../../src/contestant/techniques/index.ts";
import { inputValuesOf } from "../../src/contestant/techniques/search/input-values.ts";
import { shownAtEnd } from "../../src/contestant/techniques/search/schedule-exploration.ts";
import { parseProperty } from "../../src/ground/properties/index.ts";

export const FORMULAS = {
  "unreach-call": "CHECK( init(main()), LTL(G ! call(reach_error())) )",
  "no-overflow": "CHECK( init(main()), LTL(G ! overflow) )",
  "no-data-race": "CHECK( init(main()), LTL(G ! data-race) )",
  "valid-memsafety":
    "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-memtrack) )",
  "valid-deref and valid-free":
    "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )",
  "valid-memcleanup": "CHECK( init(main()), LTL(G valid-memcleanup) )",
};

export type ThreadProperty = keyof typeof FORMULAS;

export interface ExploredText {
  readonly found: Exploration;
  /** For a violation: whether the recorded execution shows it again. */
  readonly isReplayed: boolean;
}

export function exploreText(
  text: string,
  property: ThreadProperty,
  maxStates = 50_000,
): ExploredText {
  const specification = specificationOf(parseProperty(FORMULAS[property], `${property}.prp`));
  const { program } = loadProgram("p.c", text, "LP64");
  const rules = { ...specification.execution, maxSteps: 100_000 };
  const compiled = compileProgram(program, rules);
  const isShown = ({ inputs, schedules }: ExploredExecution): boolean =>
    schedules.some((turns) => {
      const outcome = compiled.run(new ReplayInputs(inputs), new ReplayScheduler(turns));
      return specification.observe(compiled, outcome) !== undefined;
    });
  const found = startExploration(program, {
    rules,
    valuesOf: inputValuesOf(program),
    violates: (run, outcome) => specification.observe(run, outcome) !== undefined,
    doubts: specification.doubts,
    isShown,
    ...shownAtEnd(specification),
    maxStates,
  }).continue(() => false);
  return { found, isReplayed: found.kind === "violation" && isShown(found) };
}
