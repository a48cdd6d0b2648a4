import type { CfaProgram } from "../../src/contestant/cfa/index.ts";
import { buildCfa } from "../../src/contestant/cfa/index.ts";
import { MACHINE_MODELS, parseC } from "../../src/contestant/cfront/index.ts";
import {
  compileProgram,
  type InputSource,
  type InterpreterOptions,
  type Outcome,
} from "../../src/contestant/interpreter/index.ts";

export type DataModel = "ILP32" | "LP64";

/** Every input is 0. */
export const ZEROS: InputSource = { nondet: () => 0n };

export function buildProgram(text: string, model: DataModel): CfaProgram {
  const machine = MACHINE_MODELS[model];
  return buildCfa(parseC("test.c", text, machine), machine);
}

export interface RunOptions extends Partial<InterpreterOptions> {
  readonly model?: DataModel;
  readonly inputs?: InputSource;
}

/** Parses, builds and runs a C program; a call of `reach_error` is the error. */
export function runC(text: string, options: RunOptions = {}): Outcome {
  const { model = "LP64", inputs = ZEROS, ...rest } = options;
  return compileProgram(buildProgram(text, model), {
    errorFunctions: new Set(["reach_error"]),
    overflow: "wrap",
    maxSteps: 10_000_000,
    ...rest,
  }).run(inputs);
}

/** An outcome in a line, e.g. `exit 3`, `division-by-zero 6.5.5p5`, `limit steps`. */
export function describeOutcome(outcome: Outcome): string {
  switch (outcome.kind) {
    case "terminated":
      return `exit ${outcome.exitCode}`;
    case "undefined-behaviour":
      return `${outcome.behaviour} ${outcome.paragraph}`;
    case "unsupported":
      return `unsupported: ${outcome.reason}`;
    case "limit":
      return `limit ${outcome.what}`;
    default:
      return outcome.kind;
  }
}
