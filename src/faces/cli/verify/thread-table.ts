/**
 * A counterexample of a program with threads as a table with one column a thread: lower rows happen
 * later. Where columns would be too narrow, the thread's number is printed before each step
 * instead.
 */
import { START_PART } from "../../../contestant/cfront/index.ts";
import type { Trace, TraceStep, TraceThread } from "../../../contestant/story/index.ts";
import { amount } from "../../../ground/util/amount.ts";
import { wrapText } from "../render/style.ts";
import { effectOf, position, sourceOf, type TraceStyle } from "./step-text.ts";

/** Columns of a terminal that a thread needs; the next constant is the greatest width. */
const MIN_WIDTH = 22;
const MAX_WIDTH = 56;
const GAP = "  ";

/** Ends with a newline. */
export function renderThreads(
  programFile: string,
  trace: Trace,
  { first, last, columns }: Required<TraceStyle>,
): string {
  const { omittedSteps, inputCount } = trace;
  const steps = trace.steps.filter(({ file }) => file !== START_PART);
  const isLong = steps.length > first + last;
  const shown = isLong ? [...steps.slice(0, first), ...steps.slice(-last)] : steps;
  const count = steps.length + omittedSteps;
  const acting = new Set(shown.map(({ thread }) => thread));
  const threads = (trace.threads ?? []).filter(({ number }) => acting.has(number));
  const title = [
    amount(count, "step"),
    amount(inputCount, "input"),
    amount(threads.length, "thread"),
  ];
  const hasFiles = shown.some(({ file }) => file !== shown[0]?.file);
  const placeOf = (step: TraceStep): string =>
    hasFiles ? `${step.file}:${position(step)}` : position(step);
  const placeWidth = Math.max(0, ...shown.map((step) => placeOf(step).length));
  const layout = { threads, placeWidth, ...widthsOf(threads, shown, placeWidth, columns) };
  const lines = [`counterexample in ${programFile}: ${title.join(", ")}`, ...headOf(layout)];
  shown.forEach((step, index) => {
    if (isLong && index === first) {
      const left = amount(count - shown.length, "step");
      lines.push(`  ${"⋮".padStart(placeWidth)}  ${left} not shown (--json has more)`);
    }
    lines.push(...linesOf(step, placeOf(step), layout));
  });
  const end = steps.at(-1);
  if (end !== undefined) {
    lines.push(
      `violated at ${end.file}:${position(end)}, in ${end.function}, thread ${end.thread}`,
    );
  }
  return `${lines.join("\n")}\n`;
}

interface Layout {
  readonly threads: readonly TraceThread[];
  readonly placeWidth: number;
  /** Width of each thread's column; of one column for all, where there is no room for more. */
  readonly widths: readonly number[];
  readonly isOneColumn: boolean;
}

function widthsOf(
  threads: readonly TraceThread[],
  steps: readonly TraceStep[],
  placeWidth: number,
  columns: number,
): Pick<Layout, "widths" | "isOneColumn"> {
  const room = columns - placeWidth - 2 * GAP.length;
  const wanted = threads.map((thread) => {
    const own = steps.filter((step) => step.thread === thread.number);
    const longest = Math.max(headText(thread).length, ...own.map((step) => cellText(step).length));
    return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, longest));
  });
  const total = (widths: readonly number[]): number =>
    widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length);
  // The widest columns become narrower first.
  const widths = [...wanted];
  while (total(widths) > room) {
    const widest = widths.indexOf(Math.max(...widths));
    const width = widths[widest] ?? 0;
    if (width <= MIN_WIDTH) {
      const numbers = Math.max(1, ...threads.map(({ number }) => `${number}`.length));
      return { widths: [room - numbers - 1], isOneColumn: true };
    }
    widths[widest] = width - 1;
  }
  return { widths, isOneColumn: false };
}

function headOf({ threads, placeWidth, widths, isOneColumn }: Layout): readonly string[] {
  if (isOneColumn) return threads.map((thread) => `  thread ${headText(thread)}`);
  const start = GAP + " ".repeat(placeWidth);
  const cells = threads.map((thread, index) =>
    shorten(headText(thread), widths[index] ?? 0).padEnd(widths[index] ?? 0),
  );
  const rules = widths.map((width) => "─".repeat(width));
  return [cells, rules].map((row) => [start, ...row].join(GAP).trimEnd());
}

function headText({ number, function: name }: TraceThread): string {
  return `${number}: ${name}`;
}

function linesOf(
  step: TraceStep,
  place: string,
  { threads, placeWidth, widths, isOneColumn }: Layout,
): readonly string[] {
  const index = isOneColumn ? 0 : threads.findIndex(({ number }) => number === step.thread);
  const width = widths[index] ?? MIN_WIDTH;
  const numbers = Math.max(1, ...threads.map(({ number }) => `${number}`.length));
  const before = isOneColumn
    ? `${`${step.thread}`.padStart(numbers)} `
    : widths
        .slice(0, index)
        .map((skipped) => " ".repeat(skipped) + GAP)
        .join("");
  const margin = GAP + place.padStart(placeWidth) + GAP + before;
  const blank = " ".repeat(margin.length);
  return cellLines(step, width).map((line, number) => (number === 0 ? margin : blank) + line);
}

function cellText(step: TraceStep): string {
  const effect = effectText(step);
  return effect === "" ? sourceText(step) : `${sourceText(step)}${GAP}${effect}`;
}

/** Source and effect side by side where there is room, else below each other. */
function cellLines(step: TraceStep, width: number): readonly string[] {
  const text = cellText(step);
  if (text.length <= width) return [text];
  const [source, effect] = [sourceText(step), effectText(step)];
  const below = effect === "" ? [] : wrapText(`    ${effect}`, width, "    ").split("\n");
  return [...wrapText(source, width, "  ").split("\n"), ...below].map((line) =>
    shorten(line, width),
  );
}

function sourceText(step: TraceStep): string {
  return "  ".repeat(Math.min(step.depth - 1, 3)) + sourceOf(step);
}

function effectText(step: TraceStep): string {
  if (step.isInterrupted === true) return "… (interrupted)";
  return step.creates === undefined ? effectOf(step) : `starts thread ${step.creates}`;
}

function shorten(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}
