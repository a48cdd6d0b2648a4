/** `agon c run`: one concrete execution. */
import {
  buildCfa,
  type CfaEdge,
  type CfaProgram,
  formatEdge,
  type ValueType,
} from "../../cfa/index.ts";
import { compileProgram, type InputSource, type Outcome } from "../../interpreter/index.ts";
import { formatJson, type StageContext } from "./context.ts";
import type { RunOptions } from "./job.ts";

const ERROR_FUNCTIONS: ReadonlySet<string> = new Set(["reach_error", "__VERIFIER_error"]);

interface Blocks {
  readonly blocks: number;
  readonly bytes: number;
}

export interface Execution {
  readonly program: CfaProgram;
  readonly outcome: Outcome;
  /** Edges executed. */
  readonly steps: number;
  /** Inputs taken. */
  readonly inputs: number;
  /** Blocks and bytes left on the heap. */
  readonly unfreed: Blocks;
  /** Those that no pointer reaches. */
  readonly untracked: Blocks | undefined;
}

export function execute({ unit, machine }: StageContext, options: RunOptions): Execution {
  const program = buildCfa(unit, machine);
  const compiled = compileProgram(program, {
    errorFunctions: ERROR_FUNCTIONS,
    overflow: options.overflow,
    maxSteps: options.maxSteps,
    tracksBlocks: options.leaks,
  });
  let inputs = 0;
  const values = options.seed === undefined ? () => 0n : randomValues(options.seed);
  const source: InputSource = {
    nondet: (_, type) => {
      inputs++;
      return values(type);
    },
  };
  const outcome = compiled.run(source);
  const unfreed = sumOf(compiled.unfreed());
  const untracked = options.leaks ? sumOf(compiled.untracked()) : undefined;
  return { program, outcome, steps: compiled.steps, inputs, unfreed, untracked };
}

function sumOf(blocks: readonly { readonly size: number }[]): Blocks {
  return { blocks: blocks.length, bytes: blocks.reduce((sum, { size }) => sum + size, 0) };
}

/** Half of the values are small, as those that programs distinguish often are. */
function randomValues(seed: number): (type: ValueType) => bigint {
  let state = seed >>> 0;
  // mulberry32: small, and the same everywhere.
  const word = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return (type) => {
    if (type.kind === "int" && word() % 2 === 0) return BigInt((word() % 32) - 16);
    return [word(), word(), word(), word()].reduce(
      (bits, next) => (bits << 32n) | BigInt(next),
      0n,
    );
  };
}

export function executionText(context: StageContext, execution: Execution): string {
  const { outcome, steps, inputs, unfreed, untracked } = execution;
  const edge = "edge" in outcome ? outcome.edge : undefined;
  const where =
    edge === undefined ? "" : `\n  ${place(context, execution, edge)}: ${formatEdge(edge)}`;
  const heap =
    unfreed.blocks === 0 ? "" : `; ${unfreed.bytes} bytes in ${unfreed.blocks} blocks not freed`;
  const lost =
    untracked === undefined || untracked.blocks === 0
      ? ""
      : `, ${untracked.blocks} of them without a pointer`;
  return `${describe(outcome)}${where}\n${steps} edges, ${inputs} inputs${heap}${lost}\n`;
}

function describe(outcome: Outcome): string {
  switch (outcome.kind) {
    case "error-reached":
      return "error reached";
    case "terminated":
      return `terminated with exit code ${outcome.exitCode}`;
    case "aborted":
      return "aborted";
    case "blocked":
      return "blocked by an assumption";
    case "undefined-behaviour":
      return `undefined behaviour: ${outcome.behaviour} (C11 ${outcome.paragraph})`;
    case "unsupported":
      return `unsupported: ${outcome.reason}`;
    case "limit":
      return `stopped at the limit of ${outcome.what}`;
    case "stopped":
      return "stopped";
  }
}

function place(context: StageContext, { program }: Execution, edge: CfaEdge): string {
  const name = edge.source.functionName;
  // Ranges in Agon's models of library functions are not places of the user's file.
  return program.functions.get(name)?.isLibrary === true
    ? `in the library function ${name}`
    : context.positions.format(edge.range.start);
}

export function executionJson(context: StageContext, execution: Execution): string {
  const { outcome, steps, inputs, unfreed, untracked } = execution;
  const { kind } = outcome;
  return formatJson({
    file: context.unit.fileName,
    dataModel: context.machine.name,
    outcome: kind,
    ...(kind === "terminated" ? { exitCode: outcome.exitCode } : {}),
    ...(kind === "undefined-behaviour"
      ? { behaviour: outcome.behaviour, paragraph: outcome.paragraph }
      : {}),
    ...(kind === "unsupported" ? { reason: outcome.reason } : {}),
    ...(kind === "limit" ? { limit: outcome.what } : {}),
    ...("edge" in outcome
      ? { at: place(context, execution, outcome.edge), operation: formatEdge(outcome.edge) }
      : {}),
    steps,
    inputs,
    unfreed,
    ...(untracked === undefined ? {} : { untracked }),
  });
}
