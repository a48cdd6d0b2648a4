/**
 * Compares two executions of one competition, verdict by verdict: repeated, on other machines, or
 * obfuscated.
 */
import { parseStatus, type RunResult } from "../../ground/model/index.ts";
import type { Evaluation } from "./evaluate.ts";

/** Relations between the second verdict and the first. */
export const CHANGES = [
  "same",
  "lost",
  "gained",
  "contrary",
  "other-subproperty",
  "no-verdict",
] as const;

/** The relation between the verdicts of one run. */
export type Change = (typeof CHANGES)[number];

/** A run with its results in both competitions. */
export interface ComparedRun {
  readonly tool: string;
  /** The name of the task in the first competition. */
  readonly task: string;
  /** Statuses in the first and in the second competition. */
  readonly first: string;
  readonly second: string;
  readonly change: Change;
}

/** The result of a comparison. */
export interface Comparison {
  /** Runs in both competitions, in the order of the first. */
  readonly runs: readonly ComparedRun[];
  /** Runs with a result in only one of the two. */
  readonly onlyFirst: number;
  readonly onlySecond: number;
}

/**
 * Compares verification results.
 * @param oldNames from task-definition files of the second competition to those of the first
 */
export function compareRuns(
  first: Evaluation,
  second: Evaluation,
  oldNames: ReadonlyMap<string, string> = new Map(),
): Comparison {
  const before = verificationResults(first, new Map());
  const after = verificationResults(second, oldNames);
  const runs: ComparedRun[] = [];
  for (const [key, { task, result }] of before) {
    const other = after.get(key)?.result;
    if (other === undefined) continue;
    runs.push({
      tool: result.tool,
      task,
      first: result.status,
      second: other.status,
      change: changeOf(result.status, other.status),
    });
  }
  return { runs, onlyFirst: before.size - runs.length, onlySecond: after.size - runs.length };
}

interface NamedResult {
  readonly task: string;
  readonly result: RunResult;
}

/** Results by tool and task: a run in several categories has one result. */
function verificationResults(
  { judgements }: Evaluation,
  oldNames: ReadonlyMap<string, string>,
): ReadonlyMap<string, NamedResult> {
  const results = new Map<string, NamedResult>();
  for (const { task, result } of judgements) {
    const file = oldNames.get(task.definitionFile) ?? task.definitionFile;
    const name = `${file}#${task.property}`;
    results.set(`${result.tool} ${name}`, { task: name, result });
  }
  return results;
}

function changeOf(first: string, second: string): Change {
  const a = parseStatus(first).verdict;
  const b = parseStatus(second).verdict;
  const hasAnswer = (verdict: typeof a): boolean =>
    verdict !== undefined && verdict.kind !== "unknown";
  if (!hasAnswer(a) && !hasAnswer(b)) return "no-verdict";
  if (!hasAnswer(b)) return "lost";
  if (!hasAnswer(a)) return "gained";
  if (a?.kind !== b?.kind) return "contrary";
  return first === second ? "same" : "other-subproperty";
}
