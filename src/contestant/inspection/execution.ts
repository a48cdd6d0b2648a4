/** `agon c run`: one concrete execution. */

import { defined } from "../../ground/util/defined.ts";
import { randomWords } from "../../ground/util/pseudo-random.ts";
import {
  buildCfa,
  type CfaEdge,
  type CfaProgram,
  formatEdge,
  type ValueType,
} from "../cfa/index.ts";
import {
  type CompiledProgram,
  compileProgram,
  DEFAULT_SCHEDULER,
  formatSchedule,
  type InputSource,
  type Outcome,
  RandomScheduler,
  ReplayScheduler,
  type Scheduler,
  type SharedAccess,
} from "../interpreter/index.ts";
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
  /** Number of executed edges. */
  readonly steps: number;
  /** Number of inputs. */
  readonly inputs: number;
  /** Blocks and bytes left on the heap. */
  readonly unfreed: Blocks;
  /** Blocks and bytes that no pointer reaches. */
  readonly untracked: Blocks | undefined;
  /** The schedule of a program that creates threads, and the last thread. */
  readonly threads: { readonly schedule: string; readonly last: number } | undefined;
}

export function execute({ unit, machine }: StageContext, options: RunOptions): Execution {
  const program = buildCfa(unit, machine);
  const compiled = compileProgram(program, {
    errorFunctions: ERROR_FUNCTIONS,
    overflow: options.overflow,
    maxSteps: options.maxSteps,
    tracksBlocks: options.leaks,
    detectsRaces: true,
    // The length of the execution is part of the output.
    walksLoops: true,
  });
  let inputs = 0;
  const values = options.seed === undefined ? () => 0n : randomValues(options.seed);
  const source: InputSource = {
    nondet: (_, type) => {
      inputs++;
      return values(type);
    },
  };
  const outcome = compiled.run(source, schedulerOf(options.schedule));
  const unfreed = sumOf(compiled.unfreed());
  const untracked = options.leaks ? sumOf(compiled.untracked()) : undefined;
  const threads = threadsOf(compiled);
  return { program, outcome, steps: compiled.steps, inputs, unfreed, untracked, threads };
}

function schedulerOf(schedule: RunOptions["schedule"]): Scheduler {
  if (schedule === undefined) return DEFAULT_SCHEDULER;
  return typeof schedule === "number"
    ? new RandomScheduler(schedule)
    : new ReplayScheduler(schedule);
}

function threadsOf({ hasThreads, turns, thread }: CompiledProgram): Execution["threads"] {
  return hasThreads ? { schedule: formatSchedule(turns), last: thread } : undefined;
}

function sumOf(blocks: readonly { readonly size: number }[]): Blocks {
  return { blocks: blocks.length, bytes: blocks.reduce((sum, { size }) => sum + size, 0) };
}

/** Returns random values; half of them are small, since programs often distinguish small values. */
function randomValues(seed: number): (type: ValueType) => bigint {
  const word = randomWords(seed);
  return (type) => {
    if (type.kind === "int" && word() % 2 === 0) return BigInt((word() % 32) - 16);
    return [word(), word(), word(), word()].reduce(
      (bits, next) => (bits << 32n) | BigInt(next),
      0n,
    );
  };
}

export function executionText(context: StageContext, execution: Execution): string {
  const { outcome, steps, inputs, unfreed, untracked, threads } = execution;
  const edge = "edge" in outcome ? outcome.edge : undefined;
  const at = (one: CfaEdge): string => `${place(context, execution, one)}: ${formatEdge(one)}`;
  const inThread = threads === undefined ? "" : `thread ${threads.last}, `;
  const where =
    edge === undefined ? threadLines(outcome, at).join("") : `\n  ${inThread}${at(edge)}`;
  const heap =
    unfreed.blocks === 0 ? "" : `; ${unfreed.bytes} bytes in ${unfreed.blocks} blocks not freed`;
  const lost =
    untracked === undefined || untracked.blocks === 0
      ? ""
      : `, ${untracked.blocks} of them without a pointer`;
  return `${describe(outcome)}${where}\n${steps} edges, ${inputs} inputs${heap}${lost}\n${
    threads === undefined ? "" : `schedule ${threads.schedule}\n`
  }`;
}

/** Returns one line for each step of a thread that the outcome mentions. */
function threadLines(outcome: Outcome, at: (edge: CfaEdge) => string): string[] {
  if (outcome.kind === "data-race") {
    const access = ({ thread, isWrite, edge }: SharedAccess): string =>
      `\n  thread ${thread} ${isWrite ? "writes" : "reads"} at ${at(edge)}`;
    return [access(outcome.first), access(outcome.second)];
  }
  if (outcome.kind !== "deadlock") return [];
  return outcome.threads.map(({ thread, edge }) => `\n  thread ${thread} waits at ${at(edge)}`);
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
    case "block-lost":
      return "a block is lost";
    case "stopped":
      return "stopped";
    case "deadlock":
      return "deadlock";
    case "data-race":
      return "data race";
    case "diverted":
      return "the schedule does not fit: it names a thread that cannot go on";
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
  const { outcome, steps, inputs, unfreed, untracked, threads } = execution;
  const { kind } = outcome;
  const at = (edge: CfaEdge): { at: string; operation: string } => ({
    at: place(context, execution, edge),
    operation: formatEdge(edge),
  });
  const access = ({ thread, isWrite, edge }: SharedAccess): object => ({
    thread,
    access: isWrite ? "write" : "read",
    ...at(edge),
  });
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
    ...("edge" in outcome ? at(outcome.edge) : {}),
    ...(kind === "data-race" ? { accesses: [access(outcome.first), access(outcome.second)] } : {}),
    ...(kind === "deadlock"
      ? { waiting: outcome.threads.map(({ thread, edge }) => ({ thread, ...at(edge) })) }
      : {}),
    ...(threads === undefined ? {} : { thread: threads.last, schedule: threads.schedule }),
    steps,
    inputs,
    unfreed,
    ...defined({ untracked }),
  });
}
