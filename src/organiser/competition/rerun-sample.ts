import { sha256 } from "../../ground/files/index.ts";
import { parseStatus, type RunResult, type RunSpecification } from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { PlatformError } from "../../ground/util/errors.ts";
import {
  type ExecutionHost,
  type RunContext,
  Spool,
  type ToolInstallation,
} from "../execution/index.ts";
import type { PhaseLimits } from "./definition.ts";
import { localDriver } from "./local-driver.ts";
import { contextOf } from "./places.ts";
import { specifyVerification } from "./plan.ts";
import type { Resolution } from "./resolve.ts";

/** The outcome of executing a run again. */
export interface RepeatedRun {
  readonly tool: string;
  readonly task: string;
  /** As it is in the archive. */
  readonly before: RunResult;
  /** Absent: not executed, with the reason in {@link problem}. */
  readonly now?: RunResult;
  readonly problem?: string;
  /** Tool, command line, files and limits are the same to the byte. */
  readonly isSameRun: boolean;
  /**
   * `same`: the same status. `same-verdict`: the same verdict with another status. `other-reason`:
   * no verdict both times. `lost`, `gained`: a verdict only before or only now.
   * `contradiction`: true and false.
   */
  readonly outcome: RepetitionOutcome | "not-executed";
}

export const REPETITION_OUTCOMES = [
  "same",
  "same-verdict",
  "other-reason",
  "lost",
  "gained",
  "contradiction",
] as const;
export type RepetitionOutcome = (typeof REPETITION_OUTCOMES)[number];

/** A sample of `count` runs, with equal shares of all tools; the same for the same seed. */
export function sampleOf(
  results: readonly RunResult[],
  count: number,
  seed: number,
): readonly RunResult[] {
  const shuffled = results
    .map((result) => ({ result, place: sha256(`${seed}\n${result.run}`) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ result }) => result);
  const byTool = new Map<string, RunResult[]>();
  for (const result of shuffled) {
    byTool.set(result.tool, [...(byTool.get(result.tool) ?? []), result]);
  }
  const rounds = Math.max(0, ...[...byTool.values()].map(({ length }) => length));
  const inTurn = Array.from({ length: rounds }, (_, round) =>
    [...byTool.values()].flatMap((list) => list.slice(round, round + 1)),
  );
  return inTurn.flat().slice(0, count);
}

/**
 * Executes verification runs of an archive again, with the tools and tasks that a definition names
 * on this host, under the archive's limits. Witnesses are not validated.
 * @param directory An empty folder for the files that the runs produce.
 */
export async function repeatRuns(
  runs: readonly RunResult[],
  limits: PhaseLimits,
  { competition, places, installations }: Resolution,
  host: ExecutionHost,
  options: {
    readonly directory: string;
    readonly jobs?: number;
    readonly signal: AbortSignal;
    readonly onRun: (run: RepeatedRun) => void;
  },
): Promise<readonly RepeatedRun[]> {
  const tasks = new Map(competition.tasks.map((task) => [task.id, task]));
  const installationOf = (id: string): ToolInstallation | undefined => installations.get(id);
  const repeated = new Map<RunResult, RepeatedRun>();
  const note = (run: RepeatedRun): void => {
    repeated.set(run.before, run);
    options.onRun(run);
  };
  const waiting: RunSpecification[] = [];
  const before = new Map<string, RunResult>();
  for (const result of runs) {
    const { tool, task } = result;
    const specification = specify(tool, task);
    if (typeof specification === "string") {
      const problem = specification;
      note({ tool, task, before: result, problem, isSameRun: false, outcome: "not-executed" });
    } else {
      waiting.push(specification);
      before.set(specification.id, result);
    }
  }
  const spool = new Spool(options.directory);
  spool.create();
  const toolOf: RunContext["toolOf"] = ({ tool }) => installationOf(tool) as ToolInstallation;
  const context = { host, ...contextOf(spool, places, toolOf, spool.scratch(), competition) };
  const { jobs, signal } = options;
  try {
    await localDriver(context, { limits, ...defined({ jobs }) }).execute(
      {
        take: () => waiting.shift(),
        put: (more) => waiting.unshift(...more),
        started: () => undefined,
        finished: (now) => {
          const old = before.get(now.run) as RunResult;
          const { tool, task } = old;
          const isSameRun = old.run === now.run;
          note({ tool, task, before: old, now, isSameRun, outcome: outcomeOf(old, now) });
          return [];
        },
        calledForBy: () => [],
      },
      signal,
    );
  } finally {
    spool.removeScratch();
  }
  return runs.map((run) => repeated.get(run) as RepeatedRun);

  function specify(toolId: string, taskId: string): RunSpecification | string {
    const participant = competition.participants.find(({ id }) => id === toolId);
    const task = tasks.get(taskId);
    if (participant === undefined) return `the definition has no participant ${toolId}`;
    if (task === undefined) return "the definition's categories do not have the task";
    try {
      const modules = ({ id }: { readonly id: string }) =>
        (installationOf(id) as ToolInstallation).info;
      return specifyVerification({ ...competition, limits }, participant, task, modules);
    } catch (error) {
      if (error instanceof PlatformError) return error.message;
      throw error;
    }
  }
}

function outcomeOf(before: RunResult, now: RunResult): RepetitionOutcome {
  if (before.status === now.status) return "same";
  const [old, current] = [before, now].map(({ status }) => parseStatus(status).kind);
  const isVerdict = (kind: string | undefined): boolean => kind === "true" || kind === "false";
  if (!isVerdict(old) && !isVerdict(current)) return "other-reason";
  if (!isVerdict(current)) return "lost";
  if (!isVerdict(old)) return "gained";
  return old === current ? "same-verdict" : "contradiction";
}
