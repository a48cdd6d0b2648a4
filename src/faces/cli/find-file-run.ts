import { suggestion } from "../../ground/util/nearest.ts";
import { baseNameOf } from "../../ground/util/path.ts";
import type { ScoredResults, ScoredRun } from "../../organiser/reports/index.ts";
import { UsageError } from "./command.ts";

const LISTED = 5;

/**
 * A run of result files, once for each category.
 * @param words Tool and task, or the task alone where one tool has it.
 * @throws UsageError unless exactly one run matches.
 */
export function findFileRun(
  { runs, tools }: Pick<ScoredResults, "runs" | "tools">,
  words: readonly string[],
): readonly [ScoredRun, ...ScoredRun[]] {
  const [first = "", second] = words;
  const task = second ?? first;
  const ofTool = second === undefined ? runs : runs.filter(({ tool }) => tool === first);
  if (ofTool.length === 0) {
    const known = tools.map(({ id }) => id).join(", ");
    throw new UsageError(`no results of a tool '${first}'; there are: ${known}`);
  }
  const exact = ofTool.filter((run) => run.task === task);
  const found = exact.length > 0 ? exact : ofTool.filter((run) => namesOf(run).includes(task));
  if (found.length === 0) {
    const names = new Set(ofTool.map((run) => namesOf(run).at(-1) as string));
    throw new UsageError(`there is no result for a task '${task}'${suggestion(task, [...names])}`);
  }
  const meant = new Map(found.map((run) => [`${run.tool}  ${run.task}`, run]));
  if (meant.size === 1) return found as [ScoredRun, ...ScoredRun[]];
  const listed = [...meant.keys()].slice(0, LISTED).map((name) => `\n  ${name}`);
  const more = meant.size > LISTED ? `\n  and ${meant.size - LISTED} more` : "";
  throw new UsageError(`${meant.size} runs are meant:${listed.join("")}${more}`);
}

/**
 * Accepted names of a task: with its property, its file, and the file's name with and without
 * ending.
 */
function namesOf({ task }: ScoredRun): readonly string[] {
  const path = task.replace(/#[^#]*$/, "");
  const name = baseNameOf(path);
  return [path, name, name.replace(/\.[^.]*$/, "")];
}
