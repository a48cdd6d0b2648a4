import { suggestion } from "../../ground/util/nearest.ts";
import { baseNameOf } from "../../ground/util/path.ts";
import type { Judgement } from "../../organiser/competition/index.ts";
import { UsageError } from "./command.ts";

/**
 * The judgements of one verification run, once per category, by the beginning of its id or of the
 * id of one of its validation runs.
 * @throws UsageError unless exactly one run matches.
 */
export function findByRun(judgements: readonly Judgement[], prefix: string): readonly Judgement[] {
  const found = judgements.filter(({ result, validations }) =>
    [result, ...validations].some(({ run }) => run.startsWith(prefix)),
  );
  return theOnlyRun(found, `no run with a result begins with '${prefix}'`);
}

/**
 * The same by participant and task. The task may be shortened to its definition file, or to the
 * name of that with or without ending.
 * @throws UsageError unless exactly one run matches.
 */
export function findByTask(
  judgements: readonly Judgement[],
  tool: string,
  task: string,
): readonly Judgement[] {
  const ofTool = judgements.filter(({ result }) => result.tool === tool);
  if (ofTool.length === 0) {
    const tools = [...new Set(judgements.map(({ result }) => result.tool))];
    throw new UsageError(`no results of a participant '${tool}'; there are: ${tools.join(", ")}`);
  }
  const exact = ofTool.filter((judgement) => judgement.task.id === task);
  const found = exact.length > 0 ? exact : ofTool.filter((judgement) => isMeant(judgement, task));
  const names = new Set(ofTool.map((judgement) => shortNameOf(judgement.task.definitionFile)));
  const meant = suggestion(task, [...names]);
  return theOnlyRun(found, `${tool} has no result for a task '${task}'${meant}`);
}

function isMeant({ task: { definitionFile } }: Judgement, task: string): boolean {
  return [definitionFile, baseNameOf(definitionFile), shortNameOf(definitionFile)].includes(task);
}

function shortNameOf(definitionFile: string): string {
  return baseNameOf(definitionFile).replace(/\.ya?ml$/, "");
}

const LISTED = 5;

function theOnlyRun(found: readonly Judgement[], nothing: string): readonly Judgement[] {
  if (found.length === 0) throw new UsageError(nothing);
  const runs = new Map(found.map(({ result }) => [result.run, result]));
  if (runs.size === 1) return found;
  const listed = [...runs.values()]
    .slice(0, LISTED)
    .map(({ run, tool, task }) => `\n  ${run.slice(0, 12)}  ${tool}  ${task}`);
  const more = runs.size > LISTED ? `\n  and ${runs.size - LISTED} more` : "";
  throw new UsageError(`${runs.size} runs are meant:${listed.join("")}${more}`);
}
