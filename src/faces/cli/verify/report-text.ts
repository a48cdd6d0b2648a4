/**
 * The outcome of a verification as text: the counterexample step by step, or the proved facts with
 * their places.
 */

import { START_PART } from "../../../contestant/cfront/index.ts";
import {
  invariantsOf,
  type LassoStep,
  lassoStory,
  type VerificationReport,
} from "../../../contestant/jobs/index.ts";
import type { Explanation, Trace, TracePlace, TraceStep } from "../../../contestant/story/index.ts";
import { amount } from "../../../ground/util/amount.ts";

import type { Witness } from "../../../ground/witness/index.ts";
import { wrapText } from "../render/style.ts";
import { effectOf, position, sourceOf, type TraceStyle } from "./step-text.ts";
import { renderThreads } from "./thread-table.ts";

/**
 * Number of printed steps at the start of a long counterexample; the next constant is for its end.
 */
const FIRST = 40;
const LAST = 160;
/**
 * Columns for the source of a step, and of its effect, which is printed to the right where there is
 * room.
 */
const SOURCE_COLUMNS = 52;
const MIN_SOURCE_COLUMNS = 28;
const EFFECT_COLUMNS = 24;

/** Empty when there is nothing to report; else ends with a newline. */
export function renderReport(
  programFile: string,
  report: VerificationReport,
  columns: number = Number.POSITIVE_INFINITY,
): string {
  switch (report.verdict) {
    case "unknown":
      return "";
    case "false":
      return report.trace === undefined
        ? renderLasso(programFile, report.witness)
        : renderTrace(programFile, report.trace, { columns }) + renderMemory(report.explanation);
    case "true": {
      const places = invariantsOf(report).map(({ line, column, function: name, expression }) => {
        const position = column === undefined ? `${line}` : `${line}:${column}`;
        const where = name === undefined ? "" : ` in ${name}`;
        return `  ${programFile}:${position}${where}: ${expression}`;
      });
      const hasRankings = invariantsOf(report).some(({ expression }) =>
        expression.includes("AnyPrev"),
      );
      const what = hasRankings
        ? "loop invariants, and the changes in every iteration of a loop (AnyPrev: any earlier visit):"
        : "loop invariants:";
      const invariants = places.length === 0 ? [] : [what, ...places];
      const measures = (report.measures ?? []).map(
        ({ line, column, function: name, sentence }) =>
          `  ${programFile}:${line}:${column} in ${name}: ${sentence}`,
      );
      const hasRecursion = report.measures?.some(({ isRecursion }) => isRecursion) === true;
      const title = hasRecursion ? "why loops and recursions end:" : "why loops end:";
      const why = measures.length === 0 ? [] : [title, ...measures];
      return `${[`proved: ${report.reason}`, ...why, ...invariants].join("\n")}\n`;
    }
  }
}

/** The memory error, with the block that was accessed: `memory: …`, and below it the places. */
function renderMemory(explanation: Explanation | undefined): string {
  if (explanation?.memory === undefined) return "";
  const { sentence, remarks, memory, place } = explanation;
  const at = ({ file, line, column, function: name }: TracePlace): string =>
    `${file}:${line}:${column}, in ${name}`;
  const lines = [`memory: ${sentence}`];
  const { bytes, offset, object } = memory;
  if (offset !== undefined && object !== undefined) {
    const what =
      bytes === undefined
        ? "the address is"
        : `${amount(bytes, "byte")} ${bytes === 1 ? "is" : "are"} accessed`;
    lines.push(`  ${what} at offset ${offset} of an object of ${amount(object.size, "byte")}`);
  }
  const isHere = memory.operation === "lose" || memory.operation === "leave";
  if (isHere) lines.push(`  ${at(place)}: allocated here`);
  for (const remark of remarks) lines.push(`  ${at(remark.place)}: ${remark.text}`);
  return `${lines.join("\n")}\n`;
}

/** Empty for other violations. */
function renderLasso(programFile: string, witness: Witness): string {
  const story = lassoStory(witness);
  if (story === undefined) return "";
  const told = ({ line, column, says }: LassoStep): string => {
    const place = column === undefined ? `${line}` : `${line}:${column}`;
    return `  ${programFile}:${place}: ${says}`;
  };
  return `${[
    "an execution that never ends:",
    ...story.stem.map(told),
    "then repeated forever:",
    ...story.cycle.map(told),
  ].join("\n")}\n`;
}

/** One line a step: place, source indented by the depth of calls, effect. */
export function renderTrace(
  programFile: string,
  trace: Trace,
  {
    first: atStart = FIRST,
    last: atEnd = LAST,
    columns = Number.POSITIVE_INFINITY,
  }: TraceStyle = {},
): string {
  if (trace.threads !== undefined) {
    return renderThreads(programFile, trace, { first: atStart, last: atEnd, columns });
  }
  const { omittedSteps, inputCount } = trace;
  const steps = trace.steps.filter(({ file }) => file !== START_PART);
  const count = steps.length + omittedSteps;
  const lines = [
    `counterexample in ${programFile}: ${amount(count, "step")}, ${amount(inputCount, "input")}`,
  ];
  const isLong = steps.length > atStart + atEnd;
  const first = isLong ? steps.slice(0, atStart) : steps;
  const last = isLong ? steps.slice(-atEnd) : [];
  const hasFiles = steps.some(({ file }) => file !== steps[0]?.file);
  const placeOf = (step: TraceStep): string =>
    hasFiles ? `${step.file}:${position(step)}` : position(step);
  const width = Math.max(...[...first, ...last].map((step) => placeOf(step).length));
  const print = (step: TraceStep): void => {
    lines.push(stepLine(step, placeOf(step).padStart(width), columns));
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

function stepLine(step: TraceStep, place: string, columns: number): string {
  const indent = "  ".repeat(Math.min(step.depth - 1, 12));
  const start = `  ${place}  `;
  const source = indent + sourceOf(step);
  const effect = effectOf(step);
  if (effect === "") return start + source;
  const room = columns - start.length - EFFECT_COLUMNS;
  const sourceColumns = Math.min(SOURCE_COLUMNS, Math.max(MIN_SOURCE_COLUMNS, room));
  // A long source has a line of its own.
  const behind = source.length > sourceColumns ? "" : source.padEnd(sourceColumns);
  const margin = " ".repeat(start.length + sourceColumns + 2);
  if (behind !== "" && margin.length + effect.length <= columns) {
    return `${start}${behind}  ${effect}`;
  }
  // Wide values start further to the left.
  const isWide = margin.length + effect.length > columns;
  const left = isWide ? " ".repeat(start.length + 4) : margin;
  return `${start}${source}\n${wrapText(left + effect, columns, left)}`;
}
