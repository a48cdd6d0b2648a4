/** A verification's outcome for people: the counterexample step by step, or what was proved where. */

import { START_PART } from "../../cfront/index.ts";
import { invariantsOf, type VerificationReport } from "../../contestant/index.ts";

import { amount } from "../../util/amount.ts";
import type { Trace, TraceStep } from "../../verifier/index.ts";

/** Steps that are printed of a long counterexample, from its start and from its end. */
const FIRST = 40;
const LAST = 160;
/** Columns for the source of a step; what changes stands to the right. */
const SOURCE_COLUMNS = 52;

/** Empty when there is nothing to tell; else ends with a newline. */
export function renderReport(programFile: string, report: VerificationReport): string {
  switch (report.verdict) {
    case "unknown":
      return "";
    case "false":
      return report.trace === undefined ? "" : renderTrace(programFile, report.trace);
    case "true": {
      const places = invariantsOf(report).map(({ line, column, function: name, expression }) => {
        const position = column === undefined ? `${line}` : `${line}:${column}`;
        const where = name === undefined ? "" : ` in ${name}`;
        return `  ${programFile}:${position}${where}: ${expression}`;
      });
      const title = places.length === 0 ? [] : ["loop invariants:", ...places];
      return `${[`proved: ${report.reason}`, ...title].join("\n")}\n`;
    }
  }
}

/** How many steps are printed of a long counterexample. */
export interface StepLimits {
  readonly first: number;
  readonly last: number;
}

/** One line a step: place, source indented by the depth of calls, what it changed. */
export function renderTrace(
  programFile: string,
  trace: Trace,
  limits: StepLimits = { first: FIRST, last: LAST },
): string {
  const { omittedSteps, inputCount } = trace;
  const steps = trace.steps.filter(({ file }) => file !== START_PART);
  const count = steps.length + omittedSteps;
  const lines = [
    `counterexample in ${programFile}: ${amount(count, "step")}, ${amount(inputCount, "input")}`,
  ];
  const isLong = steps.length > limits.first + limits.last;
  const first = isLong ? steps.slice(0, limits.first) : steps;
  const last = isLong ? steps.slice(-limits.last) : [];
  const hasFiles = steps.some(({ file }) => file !== steps[0]?.file);
  const placeOf = (step: TraceStep): string =>
    hasFiles ? `${step.file}:${position(step)}` : position(step);
  const width = Math.max(...[...first, ...last].map((step) => placeOf(step).length));
  const print = (step: TraceStep): void => {
    lines.push(stepLine(step, placeOf(step).padStart(width)));
  };
  first.forEach(print);
  if (isLong) {
    const left = count - first.length - last.length;
    lines.push(`  ${"⋮".padStart(width)}  ${amount(left, "step")} not shown (--json has more)`);
  }
  last.forEach(print);
  const end = steps.at(-1);
  if (end !== undefined) {
    lines.push(`violated at ${end.file}:${position(end)}, in ${end.function}`);
  }
  return `${lines.join("\n")}\n`;
}

function stepLine(step: TraceStep, place: string): string {
  const indent = "  ".repeat(Math.min(step.depth - 1, 12));
  const start = `  ${place}  `;
  const source = indent + sourceOf(step);
  const effect = effectOf(step);
  if (effect === "") return start + source;
  // A long source has the line for itself.
  if (source.length > SOURCE_COLUMNS) {
    return `${start}${source}\n${" ".repeat(start.length + SOURCE_COLUMNS)}  ${effect}`;
  }
  return `${start}${source.padEnd(SOURCE_COLUMNS)}  ${effect}`;
}

function sourceOf({ kind, source, callee }: TraceStep): string {
  if (kind === "call") return `${source}  → ${callee}`;
  return kind === "return" ? `← ${callee}` : source;
}

function effectOf({ kind, outcome, changes, inputs }: TraceStep): string {
  const values = changes.map(({ name, value }) => `${name} = ${value}`);
  // What no variable took is worth telling as well.
  for (const { from, value } of inputs) {
    if (!changes.some((change) => change.value === value)) values.push(`${from}: ${value}`);
  }
  const note =
    inputs.length > 0 ? "  (input)" : kind === "violation" ? "  ✗ violates the property" : "";
  return ((outcome ?? "") + values.join(", ") + note).trim();
}

function position({ line, column }: TraceStep): string {
  return `${line}:${column}`;
}
