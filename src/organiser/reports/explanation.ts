/** Explains a run's points: everything that influenced them, as data. */

import { formatVerdict, type RunPhase, type RunResult } from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import type { Evaluation, Judgement } from "../competition/index.ts";
import type { Spool } from "../execution/index.ts";
import type { AppliedRule, WitnessFacts } from "../scoring/index.ts";
import { lastLineOf } from "./last-line.ts";

/** Printed by `agon explain --json`. Paths are relative to the spool. */
export interface Explanation {
  readonly version: 1;
  readonly competition: string;
  /** Id of the edition whose rules were applied. */
  readonly edition: string;
  readonly run: string;
  readonly tool: string;
  readonly toolName: string;
  readonly toolVersion?: string;
  readonly task: string;
  /** Absent when it is unknown. */
  readonly expectedVerdict?: string;
  readonly commandLine: readonly string[];
  readonly verification: AnsweredRun;
  readonly witness: WitnessFacts & { readonly path?: string };
  readonly validations: readonly (AnsweredRun & {
    readonly run: string;
    readonly phase: RunPhase;
    readonly tool: string;
    readonly toolName: string;
  })[];
  /** Validators whose answer is required and that have given none. */
  readonly missingValidations: readonly { readonly run: string; readonly tool: string }[];
  /** One per base category that the task belongs to. */
  readonly categories: readonly {
    readonly category: string;
    readonly status: string;
    readonly resultCategory: string;
    readonly points: number;
    /** In the order of application. */
    readonly rules: readonly AppliedRule[];
  }[];
}

export interface AnsweredRun
  extends Pick<
    RunResult,
    | "status"
    | "exitCode"
    | "signal"
    | "terminationReason"
    | "disturbances"
    | "cpuTimeSeconds"
    | "wallTimeSeconds"
    | "memoryBytes"
    | "host"
    | "startedAt"
    | "attempt"
  > {
  readonly log?: string;
  /** Last line of the output, unless it was empty. */
  readonly lastLine?: string;
}

/** @param judgements Judgements of one run, at least one; they differ in the category only. */
export function explain(
  { competition, edition }: Pick<Evaluation, "competition" | "edition">,
  judgements: readonly [Judgement, ...Judgement[]],
  spool: Spool,
): Explanation {
  const [{ specification, task, result, witness, validations, validationSpecifications }] =
    judgements;
  const answered = new Set(validations.map(({ run }) => run));
  const tools = [...competition.participants, ...competition.validators];
  const names = new Map(tools.map(({ id, name }) => [id, name]));
  const { toolVersion } = specification;
  return {
    version: 1,
    competition: competition.name,
    edition: edition.id,
    run: result.run,
    tool: result.tool,
    toolName: names.get(result.tool) ?? result.tool,
    ...defined({ toolVersion }),
    task: task.id,
    ...(task.expectedVerdict === undefined
      ? {}
      : { expectedVerdict: formatVerdict(task.expectedVerdict) }),
    commandLine: specification.commandLine,
    verification: answeredRun(result, spool),
    witness: {
      ...witness,
      ...defined({ path: result.witness?.path }),
    },
    validations: validations.map((validation) => ({
      run: validation.run,
      phase: validation.phase,
      tool: validation.tool,
      toolName: names.get(validation.tool) ?? validation.tool,
      ...answeredRun(validation, spool),
    })),
    missingValidations: validationSpecifications
      .filter(({ id }) => !answered.has(id))
      .map(({ id, tool }) => ({ run: id, tool })),
    categories: judgements.map(({ category, final }) => ({
      category: category.name,
      status: final.status,
      resultCategory: final.category,
      points: final.points,
      rules: final.trace,
    })),
  };
}

function answeredRun(result: RunResult, spool: Spool): AnsweredRun {
  const { status, host, startedAt, attempt, log } = result;
  const { exitCode, signal, terminationReason, disturbances } = result;
  const { cpuTimeSeconds, wallTimeSeconds, memoryBytes } = result;
  const lastLine = log === undefined ? undefined : lastLineOf(spool.fileOf(log));
  return {
    status,
    ...defined({
      exitCode,
      signal,
      terminationReason,
      disturbances,
      cpuTimeSeconds,
      wallTimeSeconds,
      memoryBytes,
    }),
    host,
    startedAt,
    attempt,
    ...defined({ log: log?.path }),
    ...defined({ lastLine }),
  };
}
