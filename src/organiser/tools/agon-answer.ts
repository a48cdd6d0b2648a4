import type { ToolRun } from "./tool-info.ts";

const ANSWER = /^(TRUE|FALSE(?:\(([\w-]+)\))?|UNKNOWN(?: \(.*\))?)$/;

/**
 * Status of a run of `agon verify` or `agon validate`, whose last line is
 * `TRUE`, `FALSE(p)` or `UNKNOWN (reason)`. The answer of a run that crashed is ignored; the answer
 * of a run that the runner ended is reported and then overridden by the limit (`TIMEOUT (true)`).
 */
export function determineAgonResult(run: ToolRun): string {
  const endedByRunner = run.terminationReason !== undefined;
  if (!endedByRunner && run.exitCode !== 0) return "ERROR";
  const match = run.outputLines
    .map((line) => ANSWER.exec(line.trimEnd()))
    .findLast((found) => found !== null);
  if (match === undefined || match === null) return endedByRunner ? "unknown" : "ERROR (no answer)";
  const [, answer = "", subproperty] = match;
  if (answer.startsWith("UNKNOWN")) return "unknown";
  if (answer === "TRUE") return "true";
  return subproperty === undefined ? "false" : `false(${subproperty})`;
}
