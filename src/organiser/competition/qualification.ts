/**
 * Qualification (rules: a verifier must parse and start to verify more than half of the training
 * tasks of a category it takes part in).
 */
import { parseStatus, type RunResult } from "../../ground/model/index.ts";
import type { Evaluation } from "./evaluate.ts";

/** Whether a tool qualifies for one category, with the numbers behind it. */
export interface Qualification {
  readonly tool: string;
  readonly category: string;
  /** Tasks of the category with a result of the tool. */
  readonly tasks: number;
  /** Tasks that the tool parsed and started to verify. */
  readonly started: number;
  readonly isQualified: boolean;
  /** Statuses of failed starts, with their numbers. */
  readonly failures: Readonly<Record<string, number>>;
}

/** Whether a run started to verify: it answered, or a limit ended it. */
function hasStarted({ status }: Pick<RunResult, "status">): boolean {
  return parseStatus(status).kind !== "error";
}

/** Returns the qualification of every participant in every base category with results, in table order. */
export function qualifications({ competition, judgements }: Evaluation): readonly Qualification[] {
  return competition.participants.flatMap(({ id }) =>
    competition.categories.flatMap(({ kind, name }) => {
      if (kind !== "base") return [];
      const runs = judgements.filter(
        ({ result, category }) => result.tool === id && category.name === name,
      );
      if (runs.length === 0) return [];
      const failed = runs.filter(({ result }) => !hasStarted(result));
      const failures: Record<string, number> = {};
      for (const { result } of failed) failures[result.status] = (failures[result.status] ?? 0) + 1;
      const started = runs.length - failed.length;
      const isQualified = started * 2 > runs.length;
      return [{ tool: id, category: name, tasks: runs.length, started, isQualified, failures }];
    }),
  );
}
