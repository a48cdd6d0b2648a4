/**
 * Shows a verification as a self-contained page: the source with the counterexample or the
 * invariants at their lines.
 */

import type { TaskFile } from "../../../ground/files/index.ts";
import { defined } from "../../../ground/util/defined.ts";
import { formatDuration } from "../../../ground/util/duration.ts";
import {
  type Annotation,
  annotationsOf as witnessAnnotations,
} from "../../../ground/witness/index.ts";
import type { LoopShapes } from "../../plan/index.ts";
import {
  type Explanation,
  FIRST_STEPS,
  type Remark,
  type Trace,
  type TraceStep,
  VALUED_STEPS,
} from "../../story/index.ts";
import { invariantsOf } from "../verification-document.ts";
import type { VerificationReport } from "../verification-report.ts";
import { renderMemory } from "./memory-figure.ts";
import { renderReachability } from "./reachability-figure.ts";
import { renderStepping, type ShownStep } from "./stepping.ts";
import { renderThreadTable, THREADS_STYLE } from "./thread-table.ts";
import {
  type Drawings,
  renderWitnessPage,
  type Stepping,
  type WitnessPage,
} from "./witness-page.ts";

/**
 * Number of steps of a long counterexample that the page shows, from its start and from its end.
 */
const { first: FIRST, last: LAST } = VALUED_STEPS;

export interface PageFacts {
  readonly program: TaskFile;
  /** The last line of the output. */
  readonly answer: string;
  readonly propertyText: string;
  readonly dataModel: string;
  readonly configuration: string;
  readonly cpuSeconds: number;
}

/** The whole document. */
export function renderVerificationPage(report: VerificationReport, facts: PageFacts): string {
  const { program, answer, propertyText, dataModel, configuration, cpuSeconds } = facts;
  return renderWitnessPage({
    witnessName: answer,
    programName: program.name,
    programText: program.text,
    description: `${formulasIn(propertyText)}, ${dataModel}, configuration ${configuration}, ${formatDuration(cpuSeconds)} CPU time`,
    listTitle: titleOf(report),
    annotations: annotationsOf(program.path, report),
    remarks: remarksOf(report),
    ...defined({
      table: tableOf(program.path, report),
      drawings: drawingsOf(report),
      stepping: steppingOf(program.path, report),
    }),
  });
}

/** Returns the formulas of a property file; the text itself where it is anything else. */
function formulasIn(propertyText: string): string {
  const lines = propertyText.trim().split("\n");
  return lines
    .map((line) => /^CHECK\( init\(\w+\(\)\), LTL\((.*)\) \)$/.exec(line)?.[1] ?? line)
    .join(", ");
}

function drawingsOf(report: VerificationReport): WitnessPage["drawings"] {
  const drawings = [memoryOf(report), reachedBy(report)].flatMap((one) => one ?? []);
  return drawings.length === 0 ? undefined : drawings;
}

/** Returns drawings of the states that the last technique of lazy abstraction has explored. */
function reachedBy({ techniques }: VerificationReport): Drawings | undefined {
  const last = techniques.findLast(({ reached }) => reached !== undefined);
  if (last?.reached === undefined) return undefined;
  return { title: "What was explored", figures: renderReachability(last.technique, last.reached) };
}

/**
 * Returns the drawing of the memory at a violation; for a lost block, just after the statement that
 * lost it.
 */
function memoryOf(report: VerificationReport): Drawings | undefined {
  if (report.verdict === "true") return shapesOf(report.shapes ?? []);
  const picture = report.verdict === "false" ? report.explanation?.memory?.picture : undefined;
  if (report.verdict !== "false" || picture === undefined || picture.objects.length === 0) {
    return undefined;
  }
  const lost = report.explanation?.memory?.lost;
  const where = lost?.line === undefined ? "at the violation" : `after line ${lost.line}`;
  const caption = `Variables and blocks ${where}`;
  return { title: "Memory", figures: [renderMemory(picture, caption)] };
}

function titleOf(report: VerificationReport): string {
  if (isLasso(report))
    return "An execution that never ends: a stem, then its cycle again and again";
  if (report.verdict === "false") return "How the property is violated";
  return report.verdict === "true" ? "What was proved" : "What is known";
}

function isLasso(report: VerificationReport): boolean {
  if (report.verdict !== "false" || report.witness.kind !== "violation") return false;
  return report.witness.segments.some(({ cycle }) => cycle === true);
}

function remarksOf(report: VerificationReport): readonly string[] {
  const { strategy, techniques } = report;
  const tried = techniques.map(
    ({ technique, verdict, reason, cpuSeconds }) =>
      `${technique} (${formatDuration(cpuSeconds)}): ${verdict}, ${reason}`,
  );
  return [
    ...(report.verdict === "true" ? [`proved: ${report.reason}`] : []),
    ...(report.verdict === "false" ? remarksOfExplanation(report.explanation) : []),
    ...(strategy?.plan.reasons ?? []),
    ...tried,
    ...(report.verdict === "false" && report.trace !== undefined ? leftOut(report.trace) : []),
  ];
}

/** Maximal number of drawings of one loop: those with the fewest objects are the clearest. */
const MAX_SHAPES = 8;

/** Returns drawings of the memory at loops in a proof by shape analysis. */
function shapesOf(shapes: readonly LoopShapes[]): Drawings | undefined {
  if (shapes.length === 0) return undefined;
  const figures = shapes.flatMap(({ line, function: name, pictures }) =>
    pictures.slice(0, MAX_SHAPES).map((picture, index) => {
      const number = pictures.length === 1 ? "" : `, ${index + 1} of ${pictures.length}`;
      return renderMemory(picture, `At the loop of line ${line}, in ${name}${number}`);
    }),
  );
  return { title: "Memory at the loops: one of these, or no blocks", figures };
}

/** Returns the remarks about memory or threads, and about related places. */
function remarksOfExplanation(explanation: Explanation | undefined): readonly string[] {
  if (explanation === undefined) return [];
  if (explanation.memory === undefined && explanation.remarks.length === 0) return [];
  const { sentence, remarks } = explanation;
  const at = ({ file, line, column }: Remark["place"]): string => `${file}:${line}:${column}`;
  return [sentence, ...remarks.map(({ text, place }) => `${at(place)}: ${text}`)];
}

function leftOut({ steps, omittedSteps }: Trace): readonly string[] {
  const count = Math.max(0, steps.length - FIRST - LAST) + omittedSteps;
  return count === 0 ? [] : [`${count} steps are left out after the first ${FIRST}`];
}

function annotationsOf(file: string, report: VerificationReport): readonly Annotation[] {
  if (report.verdict === "true") {
    const measures = (report.measures ?? []).map(
      ({ line, column, sentence, isRecursion }): Annotation => ({
        location: { file, line, column },
        role: "invariant",
        text: `the ${isRecursion ? "recursion" : "loop"} ends: ${sentence}`,
      }),
    );
    const invariants = invariantsOf(report).map(
      ({ line, column, type, expression }): Annotation => ({
        location: { file, line, ...defined({ column }) },
        role: "invariant",
        text: `${type.replaceAll("_", " ")}: ${expression}`,
      }),
    );
    return [...measures, ...invariants];
  }
  if (report.verdict !== "false") return [];
  // A non-terminating execution has no last step, but a stem and a cycle.
  if (report.trace === undefined) return isLasso(report) ? witnessAnnotations(report.witness) : [];
  // The page shows one file of the program.
  const here = shownSteps(report.trace).filter(({ step }) => step.file === file);
  return here.map(({ number, step }) => ({
    location: { file, line: step.line, column: step.column },
    role: roleOf(step),
    text: `${number}. ${byThread(step)}${wordsOf(step)}`,
  }));
}

function steppingOf(file: string, report: VerificationReport): Stepping | undefined {
  if (report.verdict !== "false" || report.trace === undefined) return undefined;
  return renderStepping(file, stepsInWords(report.trace));
}

/** Returns the table of a program with threads. */
function tableOf(file: string, report: VerificationReport): WitnessPage["table"] {
  if (report.verdict !== "false" || report.trace?.threads === undefined) return undefined;
  const table = renderThreadTable(file, report.trace.threads, stepsInWords(report.trace));
  return { table, style: THREADS_STYLE };
}

function stepsInWords(trace: Trace): readonly ShownStep[] {
  return shownSteps(trace).map(({ number, step }) => ({ number, step, text: wordsOf(step) }));
}

/** Returns steps with their numbers, without the middle of a long execution. */
function shownSteps({ steps, omittedSteps }: Trace): readonly {
  readonly step: TraceStep;
  readonly number: number;
}[] {
  // Steps that the trace itself left out come after its first part.
  const numbered = steps.map((step, index) => ({
    step,
    number: index + 1 + (index < FIRST_STEPS ? 0 : omittedSteps),
  }));
  return steps.length <= FIRST + LAST
    ? numbered
    : [...numbered.slice(0, FIRST), ...numbered.slice(-LAST)];
}

function roleOf({ kind, inputs }: TraceStep): Annotation["role"] {
  if (kind === "violation") return "target";
  return inputs.length > 0 ? "ghost" : "follow";
}

function byThread({ thread }: TraceStep): string {
  return thread === undefined ? "" : `thread ${thread}: `;
}

function wordsOf(step: TraceStep): string {
  const { kind, outcome, callee, changes, inputs, source } = step;
  if (step.isInterrupted === true) return "other threads run before it ends";
  if (step.creates !== undefined) return `starts thread ${step.creates}`;
  const values = changes.map(({ name, value }) => `${name} = ${value}`);
  if (changes.length === 0) values.push(...inputs.map(({ from, value }) => `${from}: ${value}`));
  const list = values.join(", ");
  switch (kind) {
    case "branch":
      return `${source}: ${outcome}`;
    case "call":
      return list === "" ? `calls ${callee}` : `calls ${callee} with ${list}`;
    case "return":
      return list === "" ? `${callee} returns` : `${callee} returns, ${list}`;
    case "violation":
      return "the property is violated here";
    case "statement":
      if (list === "") return source;
      return inputs.length > 0 ? `${list} (input)` : list;
  }
}
