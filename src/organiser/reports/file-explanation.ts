/** Explains the points of a run in a result file, from the available data. */

import { defined } from "../../ground/util/defined.ts";
import { LogReader } from "../benchexec/index.ts";
import type { AppliedRule } from "../scoring/index.ts";
import { lastLineIn } from "./last-line.ts";
import type { ScoredResults, ScoredRun } from "./scored-results.ts";

/** Printed by `agon explain --json` for result files. */
export interface FileExplanation {
  readonly version: 1;
  /** Id of the edition whose rules were applied. */
  readonly edition: string;
  readonly tool: string;
  readonly toolName: string;
  readonly task: string;
  readonly expectedVerdict?: string;
  /** Result file and line of the run. */
  readonly file: string;
  readonly line: number;
  /** As in the file. */
  readonly answer: string;
  readonly cpuTimeSeconds?: number;
  readonly wallTimeSeconds?: number;
  readonly memoryBytes?: number;
  /** Absent when there is no log beside the file. */
  readonly log?: string;
  readonly lastLine?: string;
  readonly validations: readonly { readonly tool: string; readonly status: string }[];
  readonly categories: readonly {
    readonly category: string;
    readonly status: string;
    readonly resultCategory: string;
    readonly points: number;
    /** Empty where the file itself is the only source. */
    readonly rules: readonly AppliedRule[];
  }[];
}

/** @param found One run, once for each category. */
export function explainFileRun(
  { tools, edition }: Pick<ScoredResults, "tools" | "edition">,
  found: readonly [ScoredRun, ...ScoredRun[]],
  warn: (message: string) => void,
): FileExplanation {
  const [run] = found;
  const { tool, task, expectedVerdict, raw, validations } = run;
  const { file, line, log } = run.source as NonNullable<ScoredRun["source"]>;
  const text = new LogReader(warn).read(log);
  const lastLine = text === undefined ? undefined : lastLineIn(text);
  const { cpuTimeSeconds, wallTimeSeconds, memoryBytes } = run;
  return {
    version: 1,
    edition: edition.id,
    tool,
    toolName: tools.find(({ id }) => id === tool)?.name ?? tool,
    task,
    ...defined({ expectedVerdict }),
    file,
    line,
    answer: raw.status,
    ...defined({ cpuTimeSeconds, wallTimeSeconds, memoryBytes }),
    ...(text === undefined ? {} : { log }),
    ...defined({ lastLine }),
    validations,
    categories: found.map(({ category, status, resultCategory, points, trace }) => ({
      category,
      status,
      resultCategory,
      points,
      rules: trace ?? [],
    })),
  };
}
